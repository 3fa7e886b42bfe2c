import AudioCore
import Downloader
import Stations

/// What is known about a station's picture; `Content` is the form in which it is needed.
public enum PictureLookup<Content: Sendable & Equatable>: Sendable, Equatable {
  /// It is being fetched, or waits for that.
  case loading
  /// It is there.
  case ready(Content)
  /// There is none, for this reason: one sentence, or empty for a station without the address of one.
  case missing(String)

  /// The content, if it is there.
  public var content: Content? { if case .ready(let content) = self { content } else { nil } }
}

/// What is known about the picture of a station that is to be shown.
public typealias PictureState = PictureLookup<StationPicture>

extension PictureLookup<StationPicture> {
  /// The picture, if it can be shown.
  public var picture: StationPicture? { content }
}

/// What is known about the file of a station's picture.
public typealias PictureFileState = PictureLookup<PictureFile>

/// The address of a picture, and whether it may lead to this machine and to private networks.
package struct PictureRequest: Hashable, Sendable {
  package let address: String
  package let allowsLocalHosts: Bool

  /// Creates a request.
  package init(address: String, allowsLocalHosts: Bool) {
    self.address = address
    self.allowsLocalHosts = allowsLocalHosts
  }

  /// The request for the picture of `station`; nil for a station without the address of one. Only a station that was not
  /// found in the directory may have its picture on this machine or in a private network, and only at an address whose
  /// text shows that it is there: the owner of a public name can let it lead into any network.
  package init?(_ station: Station) {
    guard let address = station.image, !address.isEmpty else { return nil }
    self.init(address: address, allowsLocalHosts: station.directoryID == nil && !StreamURL.isPublic(address))
  }
}
