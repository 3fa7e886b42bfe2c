import AudioCore
import Glibc
import Player
import RadioModel
import SystemSupport

extension OutputSpec {
  /// Refuses to overwrite the file that is being read, and to write samples to a terminal. Throws `TuneError.usage`.
  func checkSafety(of source: Source) throws(TuneError) {
    switch destination {
    case .file(let path):
      if case .file(let input) = source, FileIdentity.isSame(path, input) {
        throw .usage(message: "--output \(word):\(path) would overwrite the file that is played; choose another name")
      }
    case .standardOutput:
      if isatty(STDOUT_FILENO) == 1 {
        throw .usage(
          message: "--output \(word) writes samples, not text: send it to a file or a program (radiod play … | aplay)")
      }
    case .device, .nowhere: break
    }
  }
}
