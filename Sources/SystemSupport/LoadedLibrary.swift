/// A library that the program loads when it needs it, and what to install where the library is missing.
package enum LoadedLibrary: Sendable, CaseIterable {
  /// ALSA's library.
  case libasound
  /// The decoder of MPEG audio.
  case libmpg123
  /// FFmpeg's decoders.
  case libavcodec

  /// Returns what to do on this machine, as a sentence without its beginning: "install the package libavcodec61 (reason)".
  ///
  /// `version` is the library's major version that the program was built for; it serves where the system is not a known
  /// one. `problem` is the dynamic linker's reason.
  package func advice(version: Int, problem: String) -> String {
    let system = (try? ReadableFile("/etc/os-release").read(limit: 1 << 16)).map {
      OperatingSystem(release: String(decoding: $0, as: UTF8.self))
    }
    return advice(on: system ?? OperatingSystem(release: ""), version: version, problem: problem)
  }

  /// The same for another system.
  package func advice(on system: OperatingSystem, version: Int, problem: String) -> String {
    "please install the package \(packageName(on: system, version: version)) (\(problem))"
  }

  /// The name of the package on `system`. Debian and Ubuntu put the library's version into the name; Fedora and Arch do
  /// not.
  package func packageName(on system: OperatingSystem, version: Int) -> String {
    switch (self, system.family) {
    case (.libasound, .debian): Self.hasTime64Names(system) ? "libasound2t64" : "libasound2"
    case (.libasound, .fedora), (.libasound, .arch): "alsa-lib"
    case (.libasound, nil): "libasound2"
    case (.libmpg123, .debian): Self.hasTime64Names(system) ? "libmpg123-0t64" : "libmpg123-0"
    case (.libmpg123, .fedora): "mpg123-libs"
    case (.libmpg123, .arch): "mpg123"
    case (.libmpg123, nil): "libmpg123"
    case (.libavcodec, .debian): "libavcodec\(Self.avcodecVersion(on: system) ?? version)"
    case (.libavcodec, .fedora): "libavcodec-free"
    case (.libavcodec, .arch): "ffmpeg"
    case (.libavcodec, nil): "libavcodec\(version)"
    }
  }

  /// The major version of libavcodec in that release of Debian or Ubuntu; nil for releases that are not known.
  private static func avcodecVersion(on system: OperatingSystem) -> Int? {
    switch system.codeName {
    case "bookworm": 59
    case "noble": 60
    case "trixie", "plucky", "questing": 61
    case "forky", "sid": 63
    default: nil
    }
  }

  /// Debian 13 and Ubuntu 24.04 renamed packages when the C type of times got 64 bits. A release that is not known is a
  /// later one.
  private static func hasTime64Names(_ system: OperatingSystem) -> Bool {
    !["bullseye", "bookworm", "focal", "jammy"].contains(system.codeName)
  }
}
