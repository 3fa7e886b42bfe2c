import AudioCore

/// What a server says about its stream before the first byte of the body. All texts are cleaned.
public struct StreamHead: Sendable, Equatable {
  /// The address that answered, after redirects, without credentials.
  public let url: StreamURL
  /// All addresses that were requested, in order; the last is `url`.
  public let hops: [String]
  /// HTTP status: 200 or 206.
  public let status: Int
  /// `Content-Type` without parameters, in lower case.
  public let contentType: String?
  /// The number of audio bytes between titles, when the server sends titles.
  public let metadataInterval: Int?
  /// `icy-name`: the station's name for itself.
  public let name: String?
  /// `icy-genre`.
  public let genre: String?
  /// `icy-description`.
  public let summary: String?
  /// `icy-url`: the station's home page. For display only.
  public let homepage: String?
  /// `icy-br` in kbit/s, or the rate that a playlist announces; the real rate often differs.
  public package(set) var announcedKilobits: Int?
  /// The length of the body in bytes, when the server announces it: then it is a file, not a live stream.
  public let contentLength: Int?
  /// `Server`.
  public let server: String?
  /// What is known about a segmented stream; nil for a stream in one response.
  public package(set) var segments: SegmentedStream?
  /// Every header line in order, cleaned, for `radiod probe`.
  public let headers: [HeaderField]

  /// One header line.
  public struct HeaderField: Sendable, Equatable {
    /// Field name as sent.
    public let name: String
    /// Its value, one clean line.
    public let value: String
  }

  init(answer: ExchangeHandler.Head, url: StreamURL, hops: [String]) {
    func text(_ name: String) -> String? {
      answer.headers.first(name: name).map { CleanText.singleLine($0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
    self.url = url
    self.hops = hops
    status = answer.status
    contentType = text("content-type").map {
      CleanText.singleLine(String($0.prefix { $0 != ";" }).lowercased())
    }
    metadataInterval = text("icy-metaint").flatMap { Int($0) }.flatMap {
      ICYDemultiplexer.intervals.contains($0) ? $0 : nil
    }
    name = text("icy-name")
    genre = text("icy-genre")
    summary = text("icy-description")
    homepage = text("icy-url")
    announcedKilobits = text("icy-br").flatMap { Int($0.prefix { $0.isNumber }) }
    contentLength = text("content-length").flatMap { Int($0) }
    server = text("server")
    headers = answer.headers.map { HeaderField(name: $0.name, value: CleanText.singleLine($0.value)) }
  }
}
