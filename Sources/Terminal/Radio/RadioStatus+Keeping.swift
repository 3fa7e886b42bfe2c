import RadioModel

extension RadioStatus {
  /// Why no title can be kept in a file: a sentence; nil when one can.
  var refusalOfKeeping: String? {
    guard seekable == nil else { return nil }
    return state.isTunedIn ? "no sound is kept that could be written into a file" : "nothing plays that could be kept"
  }
}
