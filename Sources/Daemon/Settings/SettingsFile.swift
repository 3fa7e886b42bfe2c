import AudioCore
import Bytes
import Glibc
import JSON

/// The settings in a config.json: an object whose members have the names of the settings.
struct SettingsFile {
  /// The maximum size of the file, in bytes.
  static let maximumBytes = 64 << 10

  /// The values in the file.
  private(set) var values: [Setting: SettingContent] = [:]
  /// The line of each value.
  private(set) var lines: [Setting: Int] = [:]
  /// The member `view`, which is read by the programs that show one.
  private(set) var view: JSONValue?

  private static let viewMember = "view"

  /// Reads the file at `path`; a missing file sets nothing. Throws a failure that names the line of the error.
  init(path: String) throws(DaemonStartError) {
    guard let bytes = try BoundedFile.read(path, limit: Self.maximumBytes) else { return }
    do throws(JSONError) {
      try read(JSONReader.read(bytes))
    } catch {
      throw DaemonStartError("\(path) \(error.description)", .configuration)
    }
  }

  private mutating func read(_ root: JSONValue) throws(JSONError) {
    guard case .object(let members) = root.content else {
      throw JSONError(line: root.line, reason: "the file holds \(root.kindName), not an object")
    }
    for member in members {
      if member.key == Self.viewMember {
        view = member.value
        continue
      }
      guard let setting = Setting(rawValue: member.key) else {
        throw JSONError(line: member.value.line, reason: Self.unknown(member.key))
      }
      guard let content = try Self.content(of: member.value, for: setting) else { continue }
      values[setting] = content
      lines[setting] = member.value.line
    }
  }

  /// Returns the value of a member; nil for null, which sets nothing.
  private static func content(of value: JSONValue, for setting: Setting) throws(JSONError) -> SettingContent? {
    let kind = setting.definition.kind
    if case .duration = kind { return try duration(in: value, for: setting) }
    let content: SettingContent? =
      switch value.content {
      case .null: nil
      case .bool(let flag): .flag(flag)
      case .string(let text): .text(text)
      case .number(let digits): Int(digits).map(SettingContent.number)
      case .array(let elements):
        .texts(
          try elements.map { element throws(JSONError) in
            guard case .string(let text) = element.content else {
              throw JSONError(line: element.line, reason: "\(setting.rawValue) must be \(kind.demand)")
            }
            return text
          })
      case .object: nil
      }
    if content == nil, value.content == .null { return nil }
    guard let content, kind.hasType(of: content) else {
      throw JSONError(
        line: value.line, reason: "\(setting.rawValue) must be \(kind.demand), not \(value.kindName)")
    }
    return content
  }

  /// Returns the value of a member that is a duration: a text, or a number of seconds; nil for null.
  private static func duration(in value: JSONValue, for setting: Setting) throws(JSONError) -> SettingContent? {
    let kind = setting.definition.kind
    let found: String
    switch value.content {
    case .null: return nil
    case .string(let text), .number(let text):
      if let content = kind.content(of: text) { return content }
      found = "'\(CleanText.singleLine(text, limit: 64))'"
    case .bool, .array, .object: found = value.kindName
    }
    throw JSONError(line: value.line, reason: "\(setting.rawValue) must be \(kind.demand), not \(found)")
  }

  private static func unknown(_ key: String) -> String {
    let shown = CleanText.singleLine(key, limit: 64)
    let near = NearestWord.find(key, among: Setting.allCases.map(\.rawValue) + [Self.viewMember])
    return "there is no setting \"\(shown)\"\(near.map { "; did you mean \"\($0)\"?" } ?? "")"
  }
}
