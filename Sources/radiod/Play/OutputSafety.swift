import AudioCore
import Glibc
import Player
import RadioModel

extension OutputSpec {
  /// Refuses to overwrite the file that is being read, and to write samples to a terminal. Throws `TuneError.usage`.
  func checkSafety(of source: Source) throws(TuneError) {
    switch self {
    case .wav(let path):
      if case .file(let input) = source, Self.isSameFile(path, input) {
        throw .usage(message: "--output wav:\(path) would overwrite the file that is played; choose another name")
      }
    case .raw:
      if isatty(STDOUT_FILENO) == 1 {
        throw .usage(
          message: "--output raw writes samples, not text: send it to a file or a program (radiod play … | aplay)")
      }
    case .alsa, .silent: break
    }
  }

  private static func isSameFile(_ one: String, _ other: String) -> Bool {
    var first = stat()
    var second = stat()
    guard stat(one, &first) == 0, stat(other, &second) == 0 else { return false }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }
}
