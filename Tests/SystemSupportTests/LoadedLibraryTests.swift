import SystemSupport
import Testing

@Suite("Libraries that are loaded at run time")
struct LoadedLibraryTests {
  /// Parts of `/etc/os-release` as the distributions write it.
  static let debian12 = """
    PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"
    NAME="Debian GNU/Linux"
    VERSION_ID="12"
    VERSION_CODENAME=bookworm
    ID=debian
    """
  static let sid = "PRETTY_NAME=\"Debian GNU/Linux forky/sid\"\nVERSION_CODENAME=forky\nID=debian\n"

  static let ubuntu = "ID=ubuntu\nID_LIKE=debian\n"
  static let mint = "ID=linuxmint\nID_LIKE=\"ubuntu debian\"\nVERSION_CODENAME=wilma\n"

  @Test(
    "the package is the one of this system",
    arguments: [
      (debian12, "libavcodec59", "libasound2", "libmpg123-0"),
      ("ID=debian\nVERSION_CODENAME='trixie'\n", "libavcodec61", "libasound2t64", "libmpg123-0t64"),
      (sid, "libavcodec63", "libasound2t64", "libmpg123-0t64"),
      (ubuntu + "VERSION_CODENAME=noble", "libavcodec60", "libasound2t64", "libmpg123-0t64"),
      (ubuntu + "VERSION_CODENAME=jammy", "libavcodec77", "libasound2", "libmpg123-0"),
      (ubuntu + "VERSION_CODENAME=later", "libavcodec77", "libasound2t64", "libmpg123-0t64"),
      (mint + "UBUNTU_CODENAME=noble", "libavcodec60", "libasound2t64", "libmpg123-0t64"),
      (mint + "DEBIAN_CODENAME=bookworm", "libavcodec59", "libasound2", "libmpg123-0"),
      ("ID=raspbian\nID_LIKE=debian\nVERSION_CODENAME=trixie", "libavcodec61", "libasound2t64", "libmpg123-0t64"),
      ("ID=fedora\nVERSION_ID=41", "libavcodec-free", "alsa-lib", "mpg123-libs"),
      ("ID=\"rocky\"\nID_LIKE=\"rhel centos fedora\"", "libavcodec-free", "alsa-lib", "mpg123-libs"),
      ("ID=manjaro\nID_LIKE=arch", "ffmpeg", "alsa-lib", "mpg123"),
      ("ID=other", "libavcodec77", "libasound2", "libmpg123"),
      ("", "libavcodec77", "libasound2", "libmpg123"),
      ("ID\n=\nVERSION_ID=\n\u{0}", "libavcodec77", "libasound2", "libmpg123"),
    ])
  func package(release: String, avcodec: String, asound: String, mpg123: String) {
    let system = OperatingSystem(release: release)
    #expect(LoadedLibrary.libavcodec.packageName(on: system, version: 77) == avcodec)
    #expect(LoadedLibrary.libasound.packageName(on: system, version: 2) == asound)
    #expect(LoadedLibrary.libmpg123.packageName(on: system, version: 0) == mpg123)
  }

  @Test("the advice names the package and the reason")
  func advice() {
    let text = LoadedLibrary.libavcodec.advice(
      on: OperatingSystem(release: Self.debian12), version: 61, problem: "libavcodec.so.61: cannot open")
    #expect(text == "please install the package libavcodec59 (libavcodec.so.61: cannot open)")
  }

  @Test("a problem of this system is reported without a fault of its own")
  func here() {
    #expect(LoadedLibrary.libasound.advice(version: 2, problem: "gone").hasSuffix(" (gone)"))
  }
}
