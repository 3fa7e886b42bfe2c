import AudioCore
import Parser
import SoundCheck

extension StreamCut {
  /// Returns what is wrong, as the rest of a sentence about a source of which `sound` was found.
  func fault(after sound: Duration) -> String {
    switch self {
    case .midSample(let bytes, let size):
      return
        "ends in mid-sample: \(bytes) \(bytes == 1 ? "byte is" : "bytes are") left over, and a sample of all channels"
        + " has \(size)"
    case .early(let stated):
      func seconds(_ duration: Duration, _ decimals: Int) -> String {
        NumberText.plain(duration / .seconds(1), decimals: decimals) + " s"
      }
      guard let stated else { return "ends at \(seconds(sound, 3)), before the sound that its index lists" }
      // Less than a millisecond may be missing.
      let decimals = (stated - sound) < .milliseconds(2) ? 6 : 3
      return "ends at \(seconds(sound, decimals)), before the \(seconds(stated, decimals)) that its header states"
    }
  }
}
