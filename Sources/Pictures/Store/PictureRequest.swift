import AudioCore
import Downloader
package import Stations

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
