/// The distribution of Linux that the program runs on, as `/etc/os-release` describes it (os-release(5)).
package struct OperatingSystem: Sendable, Equatable {
  /// Distributions whose packages have the same names.
  package enum Family: Sendable {
    case debian
    case fedora
    case arch
  }

  /// The code name of the release of Debian or Ubuntu whose packages it has: `trixie`, `noble`. Linux Mint and others
  /// write it beside their own code name. Nil where none is named.
  package var codeName: String?
  /// The family of the distribution, or of one that it is like; nil for others.
  package var family: Family?

  /// Reads the text of `/etc/os-release`: lines of `NAME=value`, the value perhaps in quotes.
  package init(release: String) {
    var (id, likes): (Substring, [Substring]) = ("", [])
    var names: [Substring: String] = [:]
    for line in release.split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else { continue }
      let value = parts[1].filter { $0 != "\"" && $0 != "'" }
      switch parts[0] {
      case "ID": id = Substring(value)
      case "UBUNTU_CODENAME", "DEBIAN_CODENAME", "VERSION_CODENAME": names[parts[0]] = value
      case "ID_LIKE": likes = value.split(separator: " ").map { Substring($0) }
      default: break
      }
    }
    codeName = names["UBUNTU_CODENAME"] ?? names["DEBIAN_CODENAME"] ?? names["VERSION_CODENAME"]
    family = ([id] + likes).lazy.compactMap { Self.family(of: $0) }.first
  }

  private static func family(of id: Substring) -> Family? {
    switch id {
    case "debian", "ubuntu": .debian
    case "fedora", "rhel": .fedora
    case "arch": .arch
    default: nil
    }
  }
}
