import Glibc
import ServerSupport

/// The user's running daemon, for the other commands.
public enum RunningDaemon {
  /// Makes the daemon that listens at the socket `path` read its settings and stations again. Returns its process id;
  /// nil when no daemon runs or it belongs to another user.
  public static func reload(at path: String) -> Int32? {
    // The kernel reports the owner of the socket. A process id from a file might belong to another program by now.
    guard let process = LocalSocket.listener(at: path), kill(process, SIGHUP) == 0 else { return nil }
    return process
  }
}
