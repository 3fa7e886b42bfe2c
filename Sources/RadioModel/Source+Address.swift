import AudioCore
import Stations

extension Source {
  /// Makes the source for the address of a stream or playlist from a client: http or https (or icy and shout, which
  /// mean http), at most 8 KiB, nothing unprintable. Throws `.badURL`, which never contains a password.
  public init(address: String) throws(TuneError) {
    let url = try StreamURL(address)
    if let fault = StreamURL.fault(address) { throw .badURL(url.text, reason: "it \(fault)") }
    self = .url(StreamURL.normalized(address))
  }

  /// The address of the source, without credentials; nil for files and standard input.
  public var address: String? {
    switch self {
    case .station(let station): StreamURL.withoutCredentials(station.url)
    case .url(let url): StreamURL.withoutCredentials(url)
    case .file, .standardInput: nil
    }
  }
}
