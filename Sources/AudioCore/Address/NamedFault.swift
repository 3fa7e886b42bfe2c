/// What is wrong with a text that a user gave, as subject and predicate of a sentence.
package struct NamedFault: Sendable, Equatable {
  /// What has the fault: a noun without an article, or the text itself in quotation marks.
  private let subject: String
  private let isQuoted: Bool
  private let predicate: String

  /// The fault of what `noun` names, such as "address" "is empty".
  package init(noun: String, predicate: String) { (subject, isQuoted, self.predicate) = (noun, false, predicate) }

  /// The fault of `text`, which is shown.
  package init(quoting text: String, predicate: String) {
    (subject, isQuoted, self.predicate) = ("‘\(text)’", true, predicate)
  }

  /// The fault as a sentence without an article: "address is empty".
  package var sentence: String { "\(subject) \(predicate)" }

  /// The fault as a clause: "the address is empty".
  package var clause: String { isQuoted ? sentence : "the " + sentence }
}
