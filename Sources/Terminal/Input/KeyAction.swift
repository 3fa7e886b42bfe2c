import RadioModel

/// The effect of a key.
package enum KeyAction: Equatable, Sendable {
  /// A command for the radio.
  case command(Command)
  /// Switch between stereo and mono bars.
  case toggleStereo
  /// Switch to the visualizer so many modes further.
  case stepVisualizer(by: Int)
  /// Say what took the place of a key that has another meaning now.
  case moved(String)
  /// Switch to the next theme.
  case nextTheme
  /// Show or hide the list of keys.
  case toggleHelp
  /// Hide the list of keys.
  case hideHelp
  /// Draw the whole screen again.
  case redraw
  /// Leave the view.
  case quit

  /// The number of volume points that a key changes.
  package static let volumeStep = 5

  /// Creates the action of `key`; nil when it has none.
  package init?(_ key: Key) {
    switch key {
    case .character(UInt8(ascii: "V")): self = .stepVisualizer(by: -1)
    case .character(let byte):
      switch UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte {
      case UInt8(ascii: " "), UInt8(ascii: "p"): self = .command(.toggle)
      case UInt8(ascii: "+"), UInt8(ascii: "="), UInt8(ascii: "0"): self = .command(.changeVolume(by: Self.volumeStep))
      case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "9"): self = .command(.changeVolume(by: -Self.volumeStep))
      case UInt8(ascii: "m"): self = .command(.toggleMute)
      case UInt8(ascii: "n"): self = .command(.next)
      case UInt8(ascii: "b"): self = .command(.previous)
      case UInt8(ascii: "s"): self = .toggleStereo
      case UInt8(ascii: "v"): self = .stepVisualizer(by: 1)
      case UInt8(ascii: "f"): self = .moved("press v for other bars")
      case UInt8(ascii: "c"): self = .nextTheme
      case UInt8(ascii: "q"): self = .quit
      case UInt8(ascii: "?"), UInt8(ascii: "h"): self = .toggleHelp
      case 0x0C: self = .redraw  // ^L
      default: return nil
      }
    case .up: self = .command(.changeVolume(by: Self.volumeStep))
    case .down: self = .command(.changeVolume(by: -Self.volumeStep))
    case .right: self = .command(.next)
    case .left: self = .command(.previous)
    case .escape: self = .hideHelp
    }
  }
}
