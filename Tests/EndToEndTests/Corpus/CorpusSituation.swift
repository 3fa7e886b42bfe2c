/// A situation of the daemon, and what is asked in it.
struct CorpusSituation: Sendable {
  /// Its name, which is the name of its folder.
  var name: String
  /// The station list, with `<station>` for the address of the stations.
  var list = Self.list()
  /// config.json. Without time shift a pause and all that follows it are as recorded before there was one.
  var settings = #"{"volume": 50, "clicks": false, "timeshift": 0}"#
  /// Whether the daemon has a station directory.
  var hasDirectory = true
  /// Whether the list is the one in the program, which the daemon does not change.
  var isListFixed = false
  /// Whether requests come over TCP, with tokens, and MPD needs a password.
  var isOnNetwork = false
  /// Requests that lead into the situation. Their answers are not kept.
  var path: [String] = []
  /// What is read.
  var reads = CorpusRequests.reads + CorpusCommands.reads
  /// More requests without a change.
  var more: [String] = []
  /// Whether every command of MPD is also sent without arguments and with too many.
  var hasEveryCommand = false
  /// Changes that begin with the situation, of the playback: stations answer after the request.
  var playback: [String] = []
  /// Changes at the end.
  var changes: [String] = []

  private static func list(image: String = "") -> String {
    let one = #""id":"one","name":"Radio One","url":"http://<station>/one","homepage":"http://one.example/""#
    let more = #""tags":["pop","news"],"country":"DE","language":"German","favourite":true"#
    let two = #""id":"two","name":"Radio Two","url":"http://user:secret@<station>/two""#
    let others = #"""
      {"id":"three","name":"R\u00e4dio \"Three\" & <more>","url":"http://<station>/three","tags":["pop"],"mine":1.50},
      {"id":"refused","name":"Refused","url":"http://<station>/refused"},
      {"id":"gone","name":"Gone","url":"http://<station>/gone"}]}

      """#
    return """
      {"stations":[{\(one)\(image),\(more)},
      {\(two),"alternates":["http://<station>/three"]},
      \(others)
      """
  }

  /// All situations.
  static let all = [
    // The directory's pictures are at addresses of the internet, which tests do not use.
    CorpusSituation(
      name: "started", settings: #"{"volume": 50, "clicks": false, "pictures": false, "timeshift": 0}"#,
      more: CorpusRequests.files + CorpusRequests.wrong + CorpusRequests.refusals + CorpusRequests.directory
        + ["MPD idle ; noidle", "MPD close"],
      hasEveryCommand: true, playback: CorpusSteps.playback + CorpusSteps.found,
      changes: CorpusSteps.queue + CorpusSteps.stations + CorpusSteps.hand),
    CorpusSituation(
      name: "playing", list: Self.list(image: #","image":"http://<station>/logo.png""#),
      path: [#"POST /api/play {"station":"one"}"#], more: CorpusRequests.streams, hasEveryCommand: true,
      playback: CorpusSteps.playback, changes: CorpusSteps.volume + CorpusSteps.queue),
    CorpusSituation(
      name: "stopped",
      path: [#"POST /api/play {"station":"one"}"#, #"POST /api/play {"station":"three"}"#, "POST /api/stop"],
      playback: ["POST /api/toggle", "POST /api/stop", "MPD play", "MPD stop", "MPRIS Player.PlayPause"]),
    CorpusSituation(
      name: "refused", path: [#"POST /api/play {"station":"refused"}"#],
      playback: ["POST /api/toggle", "MPD clearerror", "MPRIS Player.Play", "POST /api/next", "POST /api/stop"]),
    CorpusSituation(
      name: "retrying", path: [#"POST /api/play {"station":"gone"}"#],
      playback: ["MPD clearerror", "POST /api/pause", "POST /api/toggle", "MPD previous", "POST /api/stop"]),
    CorpusSituation(
      name: "muted",
      path: [
        #"POST /api/play {"station":"two"}"#, "POST /api/pause", #"POST /api/volume {"volume":30}"#,
        #"POST /api/volume {"muted":true}"#,
      ], playback: ["MPD pause", "MPRIS Player.Pause", "MPRIS Player.Play", "POST /api/pause"],
      changes: CorpusSteps.volume),
    CorpusSituation(
      name: "shifted", settings: #"{"volume": 50, "clicks": false}"#, path: [#"POST /api/play {"station":"one"}"#],
      reads: ["GET /api/status", "GET /api/timeshift"], changes: CorpusSteps.shift),
    CorpusSituation(
      name: "queue",
      path: [
        "POST /api/queue/clear", #"POST /api/queue/add {"station":"three"}"#, #"POST /api/queue/add {"station":"one"}"#,
        #"POST /api/queue/add {"station":"http://<station>/two"}"#, #"POST /api/play {"entry":<entry 2>}"#,
      ], playback: CorpusSteps.neighbours, changes: CorpusSteps.queue),
    CorpusSituation(
      name: "faulty-list", path: [#"FILE {"stations":[{"id":"one","name":"Radio One"}]}"#],
      changes: CorpusSteps.stations + CorpusSteps.hand),
    CorpusSituation(
      name: "fixed-list", hasDirectory: false, isListFixed: true, reads: ["GET /api/status", "GET /api/recent"],
      more: CorpusRequests.directory, changes: CorpusSteps.stations),
    CorpusSituation(
      name: "network",
      settings: """
        {"http": true, "httpTokenFile": "<folder>/owner", "httpListenTokenFile": "<folder>/listener", "volume": 50,
         "mpdPasswordFile": "<folder>/password", "httpPort": <http>, "clicks": false}
        """, isOnNetwork: true, more: CorpusRequests.clients, hasEveryCommand: true, changes: CorpusSteps.clients),
  ]
}
