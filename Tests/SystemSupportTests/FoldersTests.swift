import Glibc
import SystemSupport
import Testing

@Suite("Folders of the daemon")
struct FoldersTests {
  @Test("the folders are where the environment says, and else at their usual places")
  func places() {
    let rows: [(environment: [String: String], session: Bool, runtime: String, state: String, config: String)] = [
      (
        ["HOME": "/home/ada"], true, "/run/user/4711/springradio", "/home/ada/.local/state/springradio",
        "/home/ada/.config/springradio"
      ),
      (
        ["HOME": "/home/ada/"], false, "/tmp/springradio-4711", "/home/ada/.local/state/springradio",
        "/home/ada/.config/springradio"
      ),
      (
        [
          "HOME": "/", "XDG_RUNTIME_DIR": "/run", "XDG_STATE_HOME": "/var/lib", "XDG_CONFIG_HOME": "/etc/",
          "XDG_CACHE_HOME": "/var/cache",
        ], true,
        "/run/springradio", "/var/lib/springradio", "/etc/springradio"
      ),
      (
        ["HOME": "/home/ada", "XDG_RUNTIME_DIR": "run", "XDG_STATE_HOME": "", "XDG_CONFIG_HOME": "../etc"], true,
        "/run/user/4711/springradio", "/home/ada/.local/state/springradio", "/home/ada/.config/springradio"
      ),
      // The system does not know the user, and HOME is not set: all folders are in one place.
      ([:], false, "/tmp/springradio-4711", "/tmp/springradio-4711", "/tmp/springradio-4711"),
    ]
    for row in rows {
      let folders = Folders(environment: row.environment, userID: 4711) { $0 == "/run/user/4711" && row.session }
      #expect(folders.runtime == row.runtime)
      #expect(folders.state == row.state)
      #expect(folders.config == row.config)
      #expect(
        folders.cache == row.config.replacing("/.config/", with: "/.cache/").replacing("/etc/", with: "/var/cache/"))
    }
  }

  @Test("without HOME the folders are in the home that the system knows", .enabled(if: getpwuid(0) != nil))
  func homeOfTheSystem() throws {
    let home = try #require(getpwuid(0).map { String(cString: $0.pointee.pw_dir) })
    #expect(Folders(environment: [:], userID: 0).state == "\(home)/.local/state/springradio")
  }

  @Test("a client looks in the user's runtime folder, then in the system's")
  func candidates() {
    let own = Folders(environment: ["XDG_RUNTIME_DIR": "/run/user/1"], userID: 1)
    #expect(own.runtimeCandidates == ["/run/user/1/springradio", "/run/springradio"])
    #expect(Folders(environment: ["XDG_RUNTIME_DIR": "/run"], userID: 1).runtimeCandidates == ["/run/springradio"])
  }

  @Test("the user's folders are named beside the settings of all programs, and a user without a home has none")
  func userFolders() {
    for (environment, home, file) in [
      (["HOME": "/home/ada/"], "/home/ada", "/home/ada/.config/user-dirs.dirs"),
      (["HOME": "/home/ada", "XDG_CONFIG_HOME": "/cfg/"], "/home/ada", "/cfg/user-dirs.dirs"),
      (["XDG_CONFIG_HOME": "/cfg"], nil, "/cfg/user-dirs.dirs"), ([:], nil, nil),
    ] as [([String: String], String?, String?)] {
      let folders = Folders(environment: environment, userID: 4_000_000_000)
      #expect(folders.home == home && folders.userFolders == file)
    }
  }
}
