import AudioCore
import Downloader

/// Reads what a server sent as a playlist; what is wrong with it is the server's fault, and told with its address.
enum HLSDocument {
  /// The address that `uri` means. What makes no sense is the server's fault.
  static func resolve(_ uri: String, from base: StreamURL) throws(TuneError) -> StreamURL {
    do {
      return try base.resolving(CleanText.singleLine(uri, limit: nil))
    } catch .badURL(let target, let reason) {
      throw .redirect(reason: "the HLS playlist \(base.text) names \(target): \(reason)")
    }
  }

  /// The playlist that these bytes are.
  static func playlist(_ bytes: [UInt8], at address: StreamURL) throws(TuneError) -> HLSPlaylist {
    do throws(HLSFault) {
      return try HLSPlaylist(bytes)
    } catch {
      throw .badAnswer(host: address.host, reason: "the HLS playlist \(address.text) \(error.reason)")
    }
  }

  /// The segments that a document names.
  static func media(_ document: Document) throws(TuneError) -> HLSMedia {
    let address = document.head.url
    guard case .media(let media) = try playlist(document.bytes, at: address) else {
      throw .badAnswer(host: address.host, reason: "the HLS playlist \(address.text) has no segments")
    }
    return media
  }

  /// What is to be heard of `master`.
  static func choice(
    _ master: HLSMaster, of address: StreamURL, maximumKilobits: Int?
  ) throws(TuneError) -> HLSVariantChoice {
    do throws(HLSFault) {
      return try HLSVariantChoice(master, maximumKilobits: maximumKilobits)
    } catch {
      throw .unsupported(source: address.text, kind: "HLS that \(error.reason)")
    }
  }
}
