import AudioCore

/// Why a key cannot be changed: one sentence for the user.
public enum KeyMapError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The name has a control byte in it.
  case controlByte
  /// No key has this name.
  case unknownKey(String)
  /// The key with this name never reaches a program: the terminal ends or suspends it.
  case keptByTerminal(String)
  /// No action has this name.
  case unknownAction(String)
  /// The key with this label was changed already, to another action.
  case conflict(key: String)

  /// The sentence.
  public var description: String {
    switch self {
    case .controlByte: return "a key is written as a name such as ctrl-d, not as a control byte"
    case .unknownKey(let name):
      return "there is no key '\(name)'; a key is one character or a name such as space, enter, left, f5 or ctrl-d"
    case .keptByTerminal(let name): return "\(name) is a key of the terminal, which does not pass it on"
    case .unknownAction(let name):
      let near = NearestWord.find(name, among: ViewAction.named.map(\.name)).map { "; did you mean '\($0)'?" }
      return "there is no action '\(name)'\(near ?? "; docs/keys.md lists them")"
    case .conflict(let key): return "the key \(key) has two actions"
    }
  }
}
