public import AudioCore
public import Downloader

/// The streams that an HLS playlist offers, the best first. Each stream is opened only when its turn comes, because its
/// real codec is known only after its audio was read.
public struct HLSOffer {
  /// The maximum number of streams to try.
  private static let maximumTries = 4

  private let head: StreamHead
  private let request: StreamRequest
  private let downloader: Downloader
  /// The only stream, if the playlist lists segments itself; nil once it was opened.
  private var single: (media: HLSMedia, asked: ContinuousClock.Instant)?
  private var candidates: ArraySlice<HLSVariantChoice.Candidate> = []

  /// The address of the media playlist that was opened last, before redirects.
  public private(set) var address: StreamURL

  /// Reads the playlist from `connection` until `deadline`, closes the connection, and returns the streams of the
  /// playlist. `request` is a request for the addresses in it. The best stream with at most `maximumKilobits` kbit/s
  /// comes first; streams for which `isSilent` returns true come last.
  ///
  /// Throws ``TuneError`` or `CancellationError`.
  public static func read(
    _ connection: inout StreamConnection, request: StreamRequest, downloader: Downloader, maximumKilobits: Int?,
    until deadline: ContinuousClock.Instant, isSilent: (StreamURL) -> Bool = { _ in false }
  ) async throws -> HLSOffer {
    let asked = ContinuousClock.now
    let result: Result<HLSPlaylist, any Error>
    do {
      result = .success(try await HLSDocument.read(&connection, until: deadline))
    } catch {
      result = .failure(error)
    }
    await connection.close()
    return try HLSOffer(
      try result.get(), asked: asked, head: connection.head, request: request, downloader: downloader,
      maximumKilobits: maximumKilobits, isSilent: isSilent)
  }

  /// The streams of the playlist in `bytes`, which came with `head`. Throws ``TuneError``.
  public init(
    _ bytes: [UInt8], head: StreamHead, request: StreamRequest, downloader: Downloader, maximumKilobits: Int? = nil,
    isSilent: (StreamURL) -> Bool = { _ in false }
  ) throws(TuneError) {
    try self.init(
      HLSDocument.playlist(bytes, at: head.url), asked: .now, head: head, request: request, downloader: downloader,
      maximumKilobits: maximumKilobits, isSilent: isSilent)
  }

  private init(
    _ playlist: HLSPlaylist, asked: ContinuousClock.Instant, head: StreamHead, request: StreamRequest,
    downloader: Downloader, maximumKilobits: Int?, isSilent: (StreamURL) -> Bool
  ) throws(TuneError) {
    self.head = head
    self.request = request
    self.downloader = downloader
    address = head.url
    switch playlist {
    case .media(let media): single = (media, asked)
    case .master(let master):
      let all = try HLSDocument.choice(master, of: head.url, maximumKilobits: maximumKilobits).candidates
      func wasSilent(_ candidate: HLSVariantChoice.Candidate) -> Bool {
        (try? HLSDocument.resolve(candidate.uri, from: head.url)).map(isSilent) ?? false
      }
      candidates = (all.filter { !wasSilent($0) } + all.filter(wasSilent)).prefix(Self.maximumTries)
    }
  }

  /// False once every stream has been opened or has failed.
  public var hasMore: Bool { single != nil || !candidates.isEmpty }

  /// Opens the next stream until `deadline`; returns nil when there is none. Throws ``TuneError`` when it fails, or
  /// `CancellationError`.
  public mutating func next(until deadline: ContinuousClock.Instant? = nil) async throws -> HLSConnection? {
    if let (media, asked) = single {
      single = nil
      return HLSConnection(
        media, at: head.url, asked: asked, head: head, bitRate: nil, template: request, downloader: downloader)
    }
    guard let candidate = candidates.popFirst() else { return nil }
    var request = request
    request.url = try HLSDocument.resolve(candidate.uri, from: head.url)
    address = request.url
    let asked = ContinuousClock.now
    let limit = downloader.limits.documentTime
    let left = deadline.map { min(limit, max(.seconds(1), $0 - asked)) } ?? limit
    let document = try await HLSDocument.fetch(request, by: downloader, within: left)
    return HLSConnection(
      try document.media(), at: document.address, asked: asked, head: head, bitRate: candidate.soundBitRate,
      template: document.follower, downloader: downloader)
  }
}
