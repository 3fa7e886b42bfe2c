public import AudioCore

extension StationList {
  /// Returns the one station that `query` means, see ``StationNames/find(_:)``.
  public func find(_ query: String) throws(TuneError) -> Station { try StationNames(stations).find(query) }

  /// Returns the id of the station with the id or the whole name `word`; case, diacritics and punctuation do not count
  /// in names. Throws `.invalidRequest` when several stations have the name, and the errors of ``index(ofID:)``.
  public func id(of word: String) throws(TuneError) -> String {
    if stations.contains(where: { $0.id == word }) { return word }
    let name = FoldedText(word)
    let named = name.bytes.isEmpty ? [] : stations.filter { FoldedText($0.name) == name }
    guard named.count <= 1 else {
      throw .invalidRequest(message: StationNames.ambiguity(word, named.map(\.id)))
    }
    if let only = named.first { return only.id }
    return stations[try index(ofID: word)].id
  }
}
