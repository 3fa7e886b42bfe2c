import Glibc
import SystemSupport

/// Texts for errors of files that say what to do.
enum DiskReason {
  /// Returns a text for the error number `code` (`errno`) that fits after a colon.
  static func text(of code: Int32) -> String {
    let advice: String? =
      switch code {
      case EACCES, EPERM: "let this user write there, or choose another folder"
      case EROFS: "choose another folder, or add it to ReadWritePaths= of the systemd unit"
      case ENOSPC: "free some space, or choose another folder"
      case EDQUOT: "free some space, or choose a folder on another disk"
      case ENOTDIR: "a file is in the place of a folder: move it, or choose another folder"
      case EIO: "look after the disk"
      case EFBIG: "end the recording earlier, or record a file a title"
      case ENAMETOOLONG: "choose a shorter pattern for names"
      default: nil
      }
    return SystemReason.text(of: code) + (advice.map { "; \($0)" } ?? "")
  }
}
