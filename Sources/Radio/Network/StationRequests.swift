import AudioCore
import Downloader
import Stations

extension Station {
  /// Returns requests for the station's address and its alternates, with the user agent and the charset of its entry.
  ///
  /// Throws ``TuneError/badURL(_:reason:)``, or ``TuneError/badStationList(path:reason:)`` for a charset that the
  /// system does not know.
  public func requests() throws(TuneError) -> [StreamRequest] {
    var charset = TextCharset.standard
    if let name = encoding {
      guard let known = TextCharset(name: name) else {
        throw .badStationList(path: "entry '\(id)'", reason: "the encoding '\(name)' is not known to this system")
      }
      charset = known
    }
    return try ([url] + alternates).map { text throws(TuneError) in
      try StreamRequest(
        url: StreamURL(text), userAgent: userAgent ?? StreamRequest.standardUserAgent, charset: charset)
    }
  }
}
