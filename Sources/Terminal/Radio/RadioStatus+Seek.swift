import RadioModel

extension RadioStatus {
  /// Returns why a listener cannot move to `seek`: a sentence; nil when that is possible.
  func refusal(of seek: Seek) -> String? {
    guard seekable != nil else {
      return state.isTunedIn ? "no sound is kept to go back to" : "nothing plays to go back in"
    }
    return seek == .live && behindLive == nil ? "what plays is not live" : nil
  }
}
