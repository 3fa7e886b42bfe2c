import ArgumentParser
import Bytes

/// The value of `--output`: the form of a file, and its path.
struct SpectrumTarget: Sendable, Equatable {
  /// The forms, by their words.
  enum Form: String, CaseIterable, Sendable {
    case csv, npz
  }

  /// The words before the colon.
  static let words = Form.allCases.map(\.rawValue)
  /// All forms for messages: `csv:FILE or npz:FILE`.
  static let forms = words.map { $0 + ":FILE" }.joined(separator: " or ")

  let form: Form
  let path: String

  /// Parses `csv:FILE` or `npz:FILE`. Throws `ValidationError` for any other text.
  init(_ text: String) throws {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let form = Form(rawValue: String(parts[0])) else {
      throw ValidationError("there is no output '\(CleanText.singleLine(text, limit: 64))': use \(Self.forms)")
    }
    guard parts.count == 2, !parts[1].isEmpty else {
      throw ValidationError("--output \(form.rawValue) needs a file: --output \(form.rawValue):FILE")
    }
    self.form = form
    path = String(parts[1])
  }
}
