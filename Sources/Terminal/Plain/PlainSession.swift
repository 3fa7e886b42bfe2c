import AudioCore
import Bytes
import RadioModel
import Stations

/// The plain interface without its input and output: takes typed lines and answers, sends commands, and returns the
/// lines to print.
struct PlainSession {
  /// What a session wants of its owner.
  enum Wish: Equatable, Sendable {
    case nothing
    case quit
    case stopAndQuit
  }

  /// The numbered list that was printed last.
  private enum NumberedList {
    case stations([Station])
    case found([FoundStation])
  }

  /// What the next line answers.
  private enum Question {
    case delete(Station)
    case name(Station)
    case address(Station, name: String)
    case tags(Station)
  }

  /// The radio.
  let radio: any RadioService
  private let requests: RadioRequests
  private var list: NumberedList?
  private var question: Question?
  private var news = StatusNews()
  private var notice: String?
  /// The last notice about what happened that was printed, or was there before the view.
  private var lastNotice: RadioNotice?
  /// The notice that the answer to a move brought, until it comes as a notice.
  private var answered: String?
  private var recordingNews = RecordingNews()
  /// The number of changes, titles, searches and moves without an answer.
  private(set) var waitingAnswers = 0
  /// The number of commands that were sent to the radio.
  private(set) var sentCommands = 0

  /// What the session wants of its owner.
  private(set) var wish = Wish.nothing

  private static let maximumTags = 32
  /// The volume points of a sign without a number.
  private static let volumeStep = 5
  /// The most characters of a line that are read.
  private static let maximumCharacters = 1000

  init(radio: any RadioService, requests: RadioRequests) {
    self.radio = radio
    self.requests = requests
    lastNotice = radio.lastNotice
  }

  // MARK: Events

  /// Returns what is new since the last call.
  mutating func events() -> [String] {
    let status = radio.status
    var lines = news.lines(for: status)
    lines += newNotices()
    if status.notice != notice {
      notice = status.notice
      // One that lasts was printed when it came.
      if let text = notice, text != lastNotice?.text { lines += [StatusNews.line(notice: text)].compactMap(\.self) }
    }
    if recordingNews.isWaiting { lines += recordingNews.update(radio.recordingList) }
    return lines
  }

  /// Returns a line for a notice that is new.
  private mutating func newNotices() -> [String] {
    guard let new = radio.lastNotice, new != lastNotice else { return [] }
    lastNotice = new
    defer { answered = nil }
    return new.text == answered ? [] : [StatusNews.line(notice: new.text)].compactMap(\.self)
  }

  /// Returns the lines of a move that was made: its notice, which may come before or after the answer, or the new place.
  private mutating func lines(forMove status: RadioStatus) -> [String] {
    guard let message = status.message else { return [PlainTexts.place(status)] }
    let new = newNotices()
    if !new.isEmpty || lastNotice?.text == message { return new }
    answered = message
    return [StatusNews.line(notice: message)].compactMap(\.self)
  }

  /// Returns the lines of an answer that came later.
  mutating func lines(for answer: RadioRequests.Outcome) -> [String] {
    waitingAnswers = max(waitingAnswers - 1, 0)
    switch answer {
    case .keep(let recording, let hasEnded): return [recordingNews.begin(recording, hasEnded: hasEnded)]
    case .change(let text), .keepFailed(let text), .search(.failed(let text)), .notMoved(let text):
      return [CleanText.singleLine(text)]
    case .moved(let status): return lines(forMove: status)
    case .search(.cancelled): return ["the search before was given up"]
    case .search(.found(let result)):
      list = .found(result.stations)
      return PlainTexts.list(result)
    }
  }

  // MARK: Lines

  /// Handles a typed line; returns what to print.
  mutating func handle(_ line: String) -> [String] {
    if let question {
      self.question = nil
      return answer(question, with: CleanText.singleLine(line))
    }
    let words = CleanText.singleLine(line, limit: Self.maximumCharacters).split(separator: " ").map(String.init)
    guard let first = words.first?.lowercased() else { return [] }
    let isEnd = first == "stop" && words.last?.lowercased() == "quit"
    let (command, fault) = isEnd ? (.stopAndQuit, "") : PlainCommand.find(first)
    return command?.run(&self, words.dropFirst().joined(separator: " ")) ?? [fault]
  }

  private mutating func answer(_ question: Question, with text: String) -> [String] {
    switch question {
    case .delete(let station):
      guard ["y", "yes"].contains(text.lowercased()) else { return ["\(Self.shown(station)) stays"] }
      return change(.delete(id: station.id))
    case .name(let station):
      self.question = .address(station, name: text.isEmpty ? station.name : text)
      return ["address: \(StreamURL.withoutCredentials(station.url)); type another one, or nothing to keep it"]
    case .address(let station, let name):
      let url = text.isEmpty ? station.url : text
      if name == station.name, url == station.url { return ["nothing was changed"] }
      if let fault = Station(id: "", name: name, url: url).fault { return ["nothing was changed: \(fault)"] }
      return change(.edit(id: station.id, StationEdit(name: name, url: url)))
    case .tags(let station):
      guard !text.isEmpty else { return ["nothing was changed"] }
      let tags = text.split(separator: ",").map { String($0.trimmed) }.filter { !$0.isEmpty }
      return change(.setTags(id: station.id, Array(tags.prefix(Self.maximumTags))))
    }
  }

  // MARK: Commands

  /// Makes the view end.
  mutating func end(_ wish: Wish) -> [String] {
    self.wish = wish
    return []
  }

  /// Sets or changes the volume by the number in `text`; prints it when there is none.
  mutating func setVolume(_ text: String) -> [String] {
    let sign = text.first.flatMap { $0 == "+" ? 1 : $0 == "-" ? -1 : nil }
    let digits = (sign == nil ? text[...] : text.dropFirst()).trimmed
    if text.isEmpty { return [StatusFormatter.volume(radio.status)] }
    if let sign, digits.isEmpty { return send(.changeVolume(by: sign * Self.volumeStep)) }
    let number = digits.hasSuffix("%") ? digits.dropLast().trimmed : digits
    guard let points = Int(number), 0...100 ~= points else {
      return ["volume takes 0 to 100, + or -, such as: volume 40"]
    }
    return send(sign.map { .changeVolume(by: $0 * points) } ?? .setVolume(points))
  }

  /// Moves back or forward, by the sign of `direction`: 10 s, or what `text` says.
  mutating func move(_ word: String, by direction: Int, _ text: String) -> [String] {
    let target = text.isEmpty ? .by(Seek.defaultStep * direction) : Seek(text.lowercased(), direction: direction)
    return target.map { seek($0) } ?? ["\(word) takes a time up to 6h, such as 90, 90s or 10m, or the word title"]
  }

  /// Moves within the sound that is kept, if there is any. The answer says where that led.
  mutating func seek(_ seek: Seek) -> [String] {
    if let refusal = radio.status.refusal(of: seek) { return [refusal] }
    waitingAnswers += 1
    sentCommands += 1
    requests.move(to: seek)
    return []
  }

  /// Keeps the title that is heard in a file.
  mutating func keep() -> [String] {
    if let refusal = radio.status.refusalOfKeeping { return [refusal] }
    waitingAnswers += 1
    requests.keep(title: nil, hasEnded: radio.hasEnded(nil))
    return []
  }

  /// Searches the directory.
  mutating func search(_ words: String) -> [String] {
    guard !words.isEmpty else { return ["search takes words, such as: search jazz"] }
    waitingAnswers += 1
    requests.search(words)
    return ["searching the directory for \(words)"]
  }

  /// Adds a result of a search by its number, or a station by its name and address.
  mutating func add(_ text: String) -> [String] {
    let words = text.split(separator: " ").map(String.init)
    if words.count == 1, Int(text) != nil {
      guard case .found(let found)? = list, let result = Self.element(text, of: found) else {
        return ["add takes the number of a search result; search prints them"]
      }
      return change(.add(result.station))
    }
    guard words.count >= 2, let url = words.last, StreamURL.mayBeAddress(url) else {
      return [
        "add takes the number of a search result, or a name and an address: add My Radio https://example.org/live"
      ]
    }
    let station = Station(id: "", name: words.dropLast().joined(separator: " "), url: url)
    return station.fault.map { ["this station cannot be added: \($0)"] } ?? change(.add(station))
  }

  /// Marks a station as a favourite, or removes the mark; without a name the one on air.
  mutating func toggleFavourite(_ name: String) -> [String] {
    withStation(name.isEmpty ? nil : name) { session, station in
      session.change(.setFavourite(id: station.id, !station.favourite))
    }
  }

  /// Asks for another name and then for another address.
  mutating func edit(_ name: String) -> [String] {
    ask("edit", name, Question.name) { "name: \(Self.shown($0)); type another one, or nothing to keep it" }
  }

  /// Asks for other tags.
  mutating func editTags(_ name: String) -> [String] {
    ask("tags", name, Question.tags) { station in
      let tags = station.tags.isEmpty ? "none" : CleanText.singleLine(station.tags.joined(separator: ", "))
      return "tags of \(Self.shown(station)): \(tags); type others with commas between, or nothing to keep them"
    }
  }

  /// Asks whether to delete a station.
  mutating func delete(_ name: String) -> [String] {
    ask("delete", name, Question.delete) { "remove \(Self.shown($0)) from the list? yes or no" }
  }

  /// Puts a question about the station that `name` means: returns its `text`, and keeps it for the next line.
  private mutating func ask(
    _ word: String, _ name: String, _ question: (Station) -> Question, text: (Station) -> String
  ) -> [String] {
    guard !name.isEmpty else { return ["\(word) takes a station or its number, such as: \(word) 3"] }
    return withStation(name) { session, station in
      session.question = question(station)
      return [text(station)]
    }
  }

  // MARK: Stations

  /// Prints the stations with all of these words.
  mutating func printStations(_ words: String) -> [String] {
    let all = radio.stations
    let filter = StationFilter(words: words.split(separator: " ").map(String.init))
    let stations = words.isEmpty ? all.stations : all.stations.filter(filter.passes)
    list = .stations(stations)
    let fault = all.fault.map { [CleanText.singleLine($0)] } ?? []
    return fault + PlainTexts.list(stations, total: all.stations.count, playing: radio.status.station)
  }

  /// Plays a station, a result of a search or an address; without a name plays on.
  mutating func play(_ name: String) -> [String] {
    if name.isEmpty { return send(.resume) }
    if case .found(let found)? = list, let result = Self.element(name, of: found) {
      return send(.play(.station(result.station)))
    }
    if StreamURL.mayBeAddress(name) {
      do throws(TuneError) {
        return send(.play(try Source(address: name)))
      } catch {
        return [CleanText.singleLine(error.description)]
      }
    }
    if name.lowercased() == Station.demoID { return send(.play(.station(.demo))) }
    return withStation(name) { session, station in session.send(.play(.station(station))) }
  }

  /// Calls `body` with the station of the list that `name` means: its number in the list printed last, its id or name;
  /// with nil the one on air. Returns a sentence when there is none.
  private mutating func withStation(
    _ name: String?, _ body: (inout PlainSession, Station) -> [String]
  ) -> [String] {
    let stations = radio.stations.stations
    guard let name else {
      guard let id = radio.status.station, let station = stations.first(where: { $0.id == id }) else {
        return ["what is on air is not a station of the list"]
      }
      return body(&self, station)
    }
    switch list {
    case .stations(let listed)?:
      if let listed = Self.element(name, of: listed) {
        // The list may have changed since it was printed.
        guard let station = stations.first(where: { $0.id == listed.id }) else {
          return ["\(Self.shown(listed)) is no longer in the list"]
        }
        return body(&self, station)
      }
    case .found(let found)?:
      if let result = Self.element(name, of: found) {
        return ["\(Self.shown(result.station)) is not in the list; add \(name) adds it"]
      }
    case nil: break
    }
    do throws(TuneError) {
      return body(&self, try StationList(stations: stations).find(name))
    } catch .list(.unknownStation(_, let suggestions)) {
      if Int(name) != nil { return [list == nil ? PlainTexts.noList : "the list printed last has no number \(name)"] }
      let rest = suggestions.isEmpty ? "" : "; did you mean \(suggestions.joined(separator: ", "))?"
      return ["no station is called \"\(CleanText.singleLine(name, limit: 64))\"\(rest)"]
    } catch {
      return [CleanText.singleLine(error.description)]
    }
  }

  private static func element<Element>(_ number: String, of elements: [Element]) -> Element? {
    guard let number = Int(number), number >= 1, number <= min(elements.count, PlainTexts.maximumStations) else {
      return nil
    }
    return elements[number - 1]
  }

  private static func shown(_ station: Station) -> String { CleanText.singleLine(station.name, limit: 100) }

  // MARK: Effects

  /// Sends a command; prints nothing.
  @discardableResult
  mutating func send(_ command: Command) -> [String] {
    sentCommands += 1
    radio.send(command)
    return []
  }

  private mutating func change(_ change: StationChange) -> [String] {
    waitingAnswers += 1
    requests.change(change)
    return []
  }
}
