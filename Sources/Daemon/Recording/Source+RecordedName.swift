import AudioCore
package import RadioModel
import Stations

extension Source {
  /// The name of the station in recordings: that of the list, else the `announced` one, else what the address shows. It
  /// is as the station sent it.
  package func recordedName(announced: String?) -> String {
    if case .station(let station) = self { return station.name }
    if let announced, !announced.isEmpty { return announced }
    guard let address, let url = try? StreamURL(address) else { return displayName }
    let path = url.pathAndQuery.prefix { $0 != "?" }.split(separator: "/").joined(separator: "-")
    return ["\(url.host)", path].filter { !$0.isEmpty }.joined(separator: " ")
  }
}
