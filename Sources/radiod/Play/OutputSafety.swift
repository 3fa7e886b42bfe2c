import AudioCore
import Glibc
import Player
import RadioModel
import SystemSupport

extension OutputSpec {
  /// Refuses to overwrite the file that is being read, and to write samples to a terminal. Throws `TuneError.usage`.
  func checkSafety(of source: Source) throws(TuneError) {
    switch self {
    case .wav(let path):
      if case .file(let input) = source, FileIdentity.isSame(path, input) {
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
}
