/// A station as a directory lists it. All texts are clean single lines. All addresses are http or https and usable.
public struct DirectoryStation: Sendable, Hashable {
  /// Its id in the directory (`stationuuid`): a UUID in lower case.
  public let id: String
  /// Its name as people know it, 1…200 characters.
  public let name: String
  /// Address of the stream, or of a playlist that names it, as a user entered it.
  public let url: String
  /// The address to which `url` led when the directory checked it last; nil when it is the same.
  public let resolvedURL: String?
  /// Address of the station's page.
  public let homepage: String?
  /// Address of its logo.
  public let image: String?
  /// Genres and similar labels, at most 32.
  public let tags: [String]
  /// Its country: two capital letters by ISO 3166-1.
  public let country: String?
  /// The spoken languages, as English words separated by commas.
  public let language: String?
  /// The first of the languages: two or three letters by ISO 639.
  public let languageCode: String?
  /// Codec of the stream in the directory's terms, such as `MP3` and `AAC+`.
  public let codec: String?
  /// Bit rate of the stream in kbit/s, as the directory lists it.
  public let kilobits: Int?
  /// True when the stream is HLS.
  public let isHLS: Bool
  /// True when the station answered the directory's last check.
  public let isWorking: Bool
  /// The number of votes for it.
  public let votes: Int
  /// The number of plays within a day.
  public let clicks: Int
}
