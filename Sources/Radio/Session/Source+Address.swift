import AudioCore
import Downloader
import Stations

extension Source {
  /// The stream or playlist at an address that a program sent: http or https, at most 2 KiB, nothing unprintable. Throws `.badURL`, which
  /// never repeats a password.
  public init(address: String) throws(TuneError) {
    let url = try StreamURL(address)
    if let fault = StreamAddress.fault(address) { throw .badURL(url.text, reason: "it \(fault)") }
    self = .url(StreamAddress.normalized(address))
  }

  /// Where it is, without credentials; nil for files and standard input.
  public var address: String? {
    switch self {
    case .station(let station): StreamURL.withoutCredentials(station.url)
    case .url(let url): StreamURL.withoutCredentials(url)
    case .file, .standardInput: nil
    }
  }
}
