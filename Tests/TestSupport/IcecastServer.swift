import Foundation
import Glibc

/// A private Icecast server for one test, on a free port, with its default burst; it ends with this object.
public final class IcecastServer: Sendable {
  /// A failure of the server.
  public struct ServerError: Error, CustomStringConvertible {
    /// Part of a sentence, with the program's error output.
    public var description: String
  }

  /// Whether the programs that these tests need are installed.
  public static var isAvailable: Bool { ProcessRunner.hasPrograms("icecast2", "ffmpeg", "curl") }

  /// The port it listens on.
  public let port: Int
  /// The server's process, which tests of faults stop (SIGSTOP), continue or kill.
  public let process: ProcessRunner
  private let folder: Scratch

  private static let password = "hackme"

  /// Starts a server and waits until it answers.
  ///
  /// `maximumListeners` is the server's own limit, sources included; `mounts` are `<mount>` elements with the rules of
  /// single mounts; `port` is a free one if nil.
  public init(maximumListeners: Int = 50, mounts: String = "", port: Int? = nil) throws {
    folder = try Scratch()
    chmod(folder.path, 0o755)  // started as root, Icecast switches to another user
    var triesLeft = port == nil ? 3 : 1  // another program may take the free port first
    while true {
      triesLeft -= 1
      let port = try port ?? ScriptedServer.freePort()
      let configuration = try folder.write(
        Self.configuration(port: port, folder: folder.path, clients: maximumListeners, mounts: mounts),
        as: "icecast.xml")
      let process = try ProcessRunner("icecast2", ["-c", configuration])
      let hasAnswered = ProcessRunner.eventually {
        process.exitCode != nil || Self.statusPage(port: port) != nil
      }
      if hasAnswered, process.exitCode == nil {
        self.port = port
        self.process = process
        return
      }
      guard triesLeft > 0 else { throw ServerError(description: "icecast2 does not start: \(process.errorText)") }
    }
  }

  deinit {
    process.signal(SIGCONT)
    process.terminate(SIGKILL)
  }

  /// The address of a mount, such as `/live`.
  public func url(_ mount: String) -> String { "http://127.0.0.1:\(port)\(mount)" }

  /// Starts a source client that sends the file at `path` in a loop without a seam, at its own pace, and waits until
  /// the mount is on the air. The source client ends with the returned process, and can be stopped or killed through
  /// it.
  public func feed(_ path: String, to mount: String, as coding: SignalSource.Coding, name: String) throws
    -> ProcessRunner
  {
    if case .wav = coding { throw ServerError(description: "a station does not send WAV") }
    let address = "icecast://source:\(Self.password)@127.0.0.1:\(port)\(mount)"
    let source = try ProcessRunner(
      "ffmpeg",
      ["-v", "error", "-re", "-stream_loop", "-1", "-i", path, "-map_metadata", "-1"] + coding.options + [
        "-content_type", coding.contentType, "-ice_name", name, address,
      ])
    guard ProcessRunner.eventually({ source.exitCode != nil || isOnAir(mount) }), source.exitCode == nil else {
      throw ServerError(description: "ffmpeg does not reach icecast2: \(source.errorText)")
    }
    return source
  }

  /// Starts a source client that sends the Ogg file at `path` once, at the pace of its sound, and waits until the mount
  /// is on the air. The file holds one link or a chain of links. This takes python3, and oggfwd if `byOggfwd`.
  public func feedOgg(_ path: String, to mount: String, byOggfwd: Bool = true) throws -> ProcessRunner {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Checker/pace_ogg.py").path
    let piped = "python3 \"$0\" \"$1\" | exec oggfwd 127.0.0.1 \(port) \(Self.password) \"$2\""
    let direct = "exec python3 \"$0\" \"$1\" 3 \(port) \(Self.password) \"$2\""
    // A source client has its own time limit for connecting, which it may exceed on a busy machine.
    var triesLeft = 3
    while true {
      triesLeft -= 1
      let source = try ProcessRunner("bash", ["-c", byOggfwd ? piped : direct, script, path, mount])
      let isSettled = ProcessRunner.eventually { source.exitCode != nil || isOnAir(mount) }
      if isSettled, source.exitCode == nil { return source }
      guard triesLeft > 0 else {
        throw ServerError(description: "the source does not reach icecast2: \(source.errorText)")
      }
    }
  }

  /// Starts a source client that sends the MPEG file at `path`, of a constant bit rate, at the pace of its sound again and
  /// again, and sets each title of `titles` when so many seconds of sound were sent. It waits until the mount is on the
  /// air. This takes python3. The station's name is "Test FM".
  public func feedSongs(
    _ path: String, kilobits: Int, to mount: String, titles: [(second: Double, title: String)]
  ) throws -> ProcessRunner {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Checker/pace_songs.py").path
    let words = titles.flatMap { ["\($0.second)", $0.title] }
    let source = try ProcessRunner(
      "python3", [script, path, "\(kilobits)", "\(port)", Self.password, mount] + words)
    guard ProcessRunner.eventually({ source.exitCode != nil || isOnAir(mount) }), source.exitCode == nil else {
      throw ServerError(description: "the source does not reach icecast2: \(source.errorText)")
    }
    return source
  }

  /// Whether the mount has a source client.
  public func isOnAir(_ mount: String) -> Bool { statusPage?.contains("127.0.0.1:\(port)\(mount)\"") ?? false }

  /// Sets a mount's title through the admin interface, as the software of a station does.
  public func setTitle(_ title: String, mount: String) throws {
    let result = try ProcessRunner.run(
      "curl",
      [
        "-sSf", "--max-time", "10", "-u", "admin:\(Self.password)", "-G", "http://127.0.0.1:\(port)/admin/metadata",
        "-d", "mode=updinfo", "--data-urlencode", "mount=\(mount)", "--data-urlencode", "song=\(title)",
        "-d", "charset=UTF-8",
      ])
    guard result.exitCode == 0, result.text.contains("<return>1</return>") else {
      throw ServerError(description: "icecast2 does not take the title: \(result.text)\(result.errorText)")
    }
  }

  private var statusPage: String? { Self.statusPage(port: port) }

  private static func statusPage(port: Int) -> String? {
    let result = try? ProcessRunner.run(
      "curl", ["-s", "-f", "--max-time", "2", "http://127.0.0.1:\(port)/status-json.xsl"], limit: .seconds(5))
    return result?.exitCode == 0 ? result?.text : nil
  }

  private static func configuration(port: Int, folder: String, clients: Int, mounts: String) -> String {
    let owner = getuid() == 0 ? "<changeowner><user>nobody</user><group>nogroup</group></changeowner>" : ""
    return """
      <icecast>
        <limits><clients>\(clients)</clients><sources>8</sources></limits>
        <authentication>
          <source-password>\(password)</source-password>
          <admin-user>admin</admin-user><admin-password>\(password)</admin-password>
        </authentication>
        <hostname>127.0.0.1</hostname>
        <listen-socket><port>\(port)</port><bind-address>127.0.0.1</bind-address></listen-socket>
        \(mounts)
        <paths>
          <logdir>\(folder)</logdir>
          <webroot>/usr/share/icecast2/web</webroot><adminroot>/usr/share/icecast2/admin</adminroot>
        </paths>
        <logging><accesslog>-</accesslog><errorlog>-</errorlog><loglevel>2</loglevel></logging>
        <security><chroot>0</chroot>\(owner)</security>
      </icecast>

      """
  }
}
