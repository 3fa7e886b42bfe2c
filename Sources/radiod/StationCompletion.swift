import ArgumentParser
import AudioCore
import Stations

extension CompletionKind {
  /// The ids of the station list that the command line asks for, and the demo's.
  static var stations: CompletionKind {
    .custom { words, _, _ in StationCompletion.ids(words: words) }
  }
}

/// Tells the shell which stations there are.
enum StationCompletion {
  /// All ids; none of a list that cannot be read. `words` are those of the command line so far.
  static func ids(words: [String]) -> [String] {
    let flag = "--stations"
    var option: String?
    for (word, next) in zip(words, words.dropFirst() + [""]) {
      if word == flag { option = next }
      if word.hasPrefix(flag + "=") { option = String(word.dropFirst(flag.count + 1)) }
    }
    let location = StationListLocation.choose(option: option, environment: Studio.environment)
    let list = (try? StationList.load(from: location, shipped: Assets.stations)) ?? StationList()
    return [Station.demoID] + list.stations.map(\.id)
  }
}
