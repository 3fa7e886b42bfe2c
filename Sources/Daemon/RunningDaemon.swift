import Glibc
import Radio

/// The user's own daemon, as other commands of the user see it.
public enum RunningDaemon {
  /// Has the daemon that listens in `folders`, if one does, read its settings and stations anew. Returns its process; nil when none runs,
  /// or when it is another user's.
  public static func reload(in folders: Folders) -> Int32? {
    // The system tells whose socket it is: a number from a file might be another program's by now.
    guard let process = LocalSocket.listener(at: folders.webSocket), kill(process, SIGHUP) == 0 else { return nil }
    return process
  }
}
