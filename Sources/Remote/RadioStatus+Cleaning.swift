import AudioCore
import RadioModel

extension RadioStatus {
  /// The upper limit of times and durations, in seconds: about a hundred years.
  private static let longestElapsed = 3.2e9

  /// The status of a daemon, made safe for a view: texts are cleaned for a terminal, numbers are clamped to sensible
  /// ranges, and a retry or a failure has a reason.
  package var cleaned: RadioStatus {
    var status = self
    status.name = CleanText.singleLine(name)
    for text: WritableKeyPath<RadioStatus, String?> in [\.station, \.url, \.image, \.title, \.reason, \.notice] {
      status[keyPath: text] = Self.cleaned(self[keyPath: text])
    }
    if state == .retrying || state == .failed { status.reason = status.reason ?? "radiod serve does not say why" }
    status.retryIn = retryIn.map { max($0, 0) }
    status.bitRate = bitRate.map { min(max($0, 0), Int(Int32.max)) }
    status.elapsed = Self.bounded(elapsed)
    status.buffered = Self.bounded(buffered)
    status.bufferCapacity = Self.bounded(bufferCapacity)
    status.volume = min(max(volume, 0), 100)
    return status
  }

  private static func cleaned(_ text: String?) -> String? {
    let text = text.map { CleanText.singleLine($0) } ?? ""
    return text.isEmpty ? nil : text
  }

  private static func bounded(_ number: Double) -> Double {
    number.isFinite ? min(max(number, 0), longestElapsed) : 0
  }
}
