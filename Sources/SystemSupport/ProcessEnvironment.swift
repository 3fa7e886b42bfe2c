import Glibc

/// The environment of this process.
public enum ProcessEnvironment {
  /// The variables, read at the first access: the program never changes them.
  public static let variables: [String: String] = {
    var result: [String: String] = [:]
    var entry = environ
    while let pointer = entry.pointee {
      let text = String(cString: pointer)
      if let equals = text.firstIndex(of: "=") {
        result[String(text[..<equals])] = String(text[text.index(after: equals)...])
      }
      entry += 1
    }
    return result
  }()
}
