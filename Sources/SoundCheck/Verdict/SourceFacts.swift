public import AudioCore

/// What is known of a source beside its samples.
public struct SourceFacts: Sendable {
  /// The titles that are kept.
  private static let maximumTitles = 1000

  /// The name of the source in answers.
  public var name: String
  /// The codec of the last packet.
  public var codec: Codec?
  /// The different titles that the source announced; at most 1000.
  public private(set) var titles: [String] = []
  /// The number of holes: connections that were lost, data that was left out, packets that were not decoded.
  public var gaps = 0
  /// The samples that are not finite numbers.
  public var invalidSamples = 0
  /// The time from the start to the first packet, in seconds; 0 for a file.
  public var delay = 0.0

  /// Facts of the source called `name`.
  public init(name: String) { self.name = name }

  /// Adds a title.
  public mutating func add(title: String) {
    guard !title.isEmpty, titles.count < Self.maximumTitles, !titles.contains(title) else { return }
    titles.append(title)
  }
}
