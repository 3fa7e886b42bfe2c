import AudioCore
import Player

/// The settings of the daemon that also apply to the sound of other commands.
public struct SoundSettings: Sendable, Equatable {
  /// The ALSA device; nil when none is set.
  public let device: String?
  /// The volume at the start, 0…100; nil when none is set.
  public let volume: Int?
}

extension SettingsReader {
  /// Reads the settings `device` and `volume` only, so that files with secrets stay closed. Throws a failure with exit
  /// code 78 that names the place.
  public func readSound() throws(DaemonFailure) -> SoundSettings {
    let values = try values(of: [.device, .volume])
    let device = values.first { $0.setting == .device }
    let volume = values.first { $0.setting == .volume }
    if let device, let name = device.text {
      do throws(TuneError) {
        _ = try OutputSpec(OutputSpec.deviceWord, device: name)
      } catch {
        throw DaemonFailure(
          "\(device.origin.subject(.device)): \(error.description)", exitCode: device.origin.exitCode)
      }
    }
    return SoundSettings(device: device?.text, volume: volume?.text.flatMap { Int($0) })
  }
}
