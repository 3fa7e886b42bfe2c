import AudioCore
import Bytes
package import RadioModel

/// What a view says of recordings: what becomes of the titles that its listener keeps, and that something is written.
package struct RecordingNews: Sendable {
  /// The numbers of the titles that are being kept.
  private var waiting: [Int] = []

  /// The most characters of a title that are said.
  private static let maximumTitle = 100

  /// News of which none are there yet.
  package init() {}

  /// True while a title of the listener is being kept: ``update(_:)`` is to be called then.
  package var isWaiting: Bool { !waiting.isEmpty }

  /// Takes the answer of a radio that was asked to keep a title, which `hasEnded`, as far as is known. Returns a sentence.
  package mutating func begin(_ recording: RecordingStatus, hasEnded: Bool) -> String {
    guard recording.isActive else { return Self.end(of: recording) }
    if !waiting.contains(recording.id) { waiting.append(recording.id) }
    return "keeping \(Self.quoted(recording))" + (hasEnded ? "" : ": it is written when it ends")
  }

  /// Takes the radio's recordings. Returns a sentence for each title of the listener that is not being kept any more. One
  /// that is not among the recordings is given up: the radio was started again.
  package mutating func update(_ recordings: [RecordingStatus]) -> [String] {
    guard isWaiting else { return [] }
    let mine = waiting.compactMap { id in recordings.first { $0.id == id } }
    waiting = mine.filter(\.isActive).map(\.id)
    return mine.filter { !$0.isActive }.map(Self.end)
  }

  /// Returns `recording 12:34` while one of `recordings` is written, with the longest time; else an empty text.
  package static func text(of recordings: [RecordingStatus]) -> String {
    let active = recordings.filter(\.isActive)
    guard let seconds = active.map(\.seconds).max() else { return "" }
    return (active.count == 1 ? "recording " : "\(active.count) recordings ") + PlayingTimeText.text(seconds)
  }

  private static func end(of recording: RecordingStatus) -> String {
    let files = CleanText.singleLine(recording.files.joined(separator: ", "))
    let reason = recording.reason.map { ": " + CleanText.singleLine($0) } ?? ""
    if recording.state == .failed || files.isEmpty { return "\(quoted(recording)) is not kept\(reason)" }
    return recording.isComplete ? "kept: \(files)" : "kept, but not whole: \(files)"
  }

  private static func quoted(_ recording: RecordingStatus) -> String {
    "\"\(CleanText.singleLine(recording.title, limit: maximumTitle))\""
  }
}
