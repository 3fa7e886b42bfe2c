import AudioCore
import RadioModel
import Synchronization
import Terminal

/// A radio that plays a tone and records its commands.
final class FakeRadio: TappedRadio {
  private let fake: FakeLibrary?

  init(library: FakeLibrary? = nil) { fake = library }

  var library: (any ViewedLibrary)? { fake }

  private let state = Mutex<(status: RadioStatus, commands: [Command], endFrame: Int)>(
    (SamplePicture.status, [], 0))
  private let format = AudioFormat(sampleRate: 44_100, channels: 2)

  var commands: [Command] { state.withLock { $0.commands } }

  var status: RadioStatus {
    get { state.withLock { $0.status } }
    set { state.withLock { $0.status = newValue } }
  }

  func send(_ command: Command) { state.withLock { $0.commands.append(command) } }

  func readTap(frames: Int, into window: inout TapWindow) -> TapReading {
    window.samples = [Float](repeating: 0, count: frames * format.channels)
    let end = state.withLock { state in
      if state.status.state != .playing { return -1 }
      state.endFrame += 735
      return state.endFrame
    }
    guard end >= 0 else { return .silence }
    // A square wave of 441 Hz on the left and silence on the right; the wave differs from read to read.
    for frame in 0..<frames { window.samples[2 * frame] = (frame + end) / 50 % 2 == 0 ? 0.4 : -0.4 }
    return .sound(format: format, endFrame: end)
  }
}
