/// A station as a directory lists it. All texts are clean single lines, all addresses are http or https and can be used.
public struct DirectoryStation: Sendable, Hashable {
  /// What the directory calls it (`stationuuid`): a UUID in lower case.
  public let id: String
  /// Its name as people know it, 1…200 characters.
  public let name: String
  /// Address of the stream, or of a playlist that names it, as somebody entered it.
  public let url: String
  /// Where that led when the directory looked last; nil when it is the same.
  public let resolvedURL: String?
  /// Address of the station's page.
  public let homepage: String?
  /// Address of its logo.
  public let image: String?
  /// Genres and the like, 32 at most.
  public let tags: [String]
  /// Where it is from: two capital letters by ISO 3166-1.
  public let country: String?
  /// What is spoken, in English words separated by commas.
  public let language: String?
  /// The first of the languages: two or three letters by ISO 639.
  public let languageCode: String?
  /// Coding of the stream in the directory's words, such as `MP3` and `AAC+`.
  public let codec: String?
  /// Bit rate of the stream in kbit/s, as the directory has it.
  public let kilobits: Int?
  /// Whether it is sent as HLS.
  public let isHLS: Bool
  /// Whether it answered when the directory looked last.
  public let isWorking: Bool
  /// How many people voted for it.
  public let votes: Int
  /// How often it was played within a day.
  public let clicks: Int
}
