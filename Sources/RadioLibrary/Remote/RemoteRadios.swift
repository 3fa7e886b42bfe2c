import AudioCore
import RadioModel
import Remote
import Spectrum
import Terminal

/// A daemon's radio, with its library; the view measures its sound, as that of a radio in this process. For daemons on
/// this machine.
struct SampledRemoteRadio: TappedRadio {
  let radio: RemoteRadio
  let samples: RemoteSamples
  /// The stations, titles and log of the daemon.
  let remote: RemoteLibrary

  /// The daemon's status. Without another notice it says why the sound cannot be shown.
  var status: RadioStatus {
    var status = radio.status
    if status.notice == nil { status.notice = samples.fault }
    return status
  }
  var library: (any ViewedLibrary)? { remote }

  func send(_ command: Command) { radio.send(command) }

  func readTap(frames: Int, into window: inout TapWindow) -> TapReading {
    samples.readTap(frames: frames, into: &window)
  }
}

/// A daemon's radio, with its library; the daemon measures its sound. For daemons on other machines, and of older
/// versions.
struct MeasuredRemoteRadio: MeasuredRadio {
  let radio: RemoteRadio
  /// The stations, titles and log of the daemon.
  let remote: RemoteLibrary

  var status: RadioStatus { radio.status }
  var library: (any ViewedLibrary)? { remote }
  var latestFrame: (format: AudioFormat, frame: SpectrumFrame)? { radio.latestFrame }

  func send(_ command: Command) { radio.send(command) }

  func measure(_ options: SpectrumOptions) { radio.measure(options) }
}
