import Glibc
import Remote

/// A hint for a user who plays sound while a daemon runs, which may play at the same time.
enum DaemonHint {
  /// Writes one line on standard error when a daemon listens at a socket that `radiod ctl` would use.
  static func write() {
    let address = DaemonAddress(folders: CommandContext.folders)
    guard (try? address.locate()) != nil else { return }
    Log.writeLine("radiod: 'radiod serve' is running, too; 'radiod ctl' controls it, 'radiod ctl stop' silences it")
  }
}
