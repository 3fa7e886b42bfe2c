/// The user's folders by `user-dirs.dirs`, a file that xdg-user-dirs writes: lines such as
/// `XDG_MUSIC_DIR="$HOME/Musik"`, in which a backslash stands before a character that a shell would read.
enum UserFolders {
  private static let key = "XDG_MUSIC_DIR"
  private static let home = "$HOME"

  /// Returns the folder of music in `text`, the content of such a file; nil when it has none. The home itself means none,
  /// too. The last of several lines counts. `home` is the user's home.
  static func music(in text: String, home: String) -> String? {
    let folder = text.split(whereSeparator: \.isNewline).reduce(nil as String?) { found, line in
      value(in: line, home: home) ?? found
    }
    return folder == home ? nil : folder
  }

  private static func value(in line: Substring, home: String) -> String? {
    func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }
    var rest = line.drop(while: isBlank)
    guard rest.hasPrefix(key) else { return nil }
    rest = rest.dropFirst(key.count).drop(while: isBlank)
    guard rest.first == "=" else { return nil }
    rest = rest.dropFirst().drop(while: isBlank)
    guard rest.first == "\"" else { return nil }
    rest.removeFirst()
    var path = ""
    if rest.hasPrefix(Self.home) {
      rest = rest.dropFirst(Self.home.count)
      path = home
      guard rest.first == "/" || rest.first == "\"" else { return nil }
    } else if rest.first != "/" {
      return nil
    }
    while let character = rest.popFirst() {
      if character == "\"" {
        while path.count > 1, path.last == "/" { path.removeLast() }
        return path
      }
      if character == "\\" {
        guard let next = rest.popFirst() else { return nil }
        path.append(next)
      } else {
        path.append(character)
      }
    }
    return nil
  }
}
