/// The requests of the corpus by HTTP, and the changes by all protocols. ``CorpusRadio`` puts values in the place of
/// `<version>` (of the list), `<queue>` (its version), `<etag>` (of the path), `<cookie>` (of the last session),
/// `<entry N>`, `<station>`, `<http>` and `<x*N>` (N letters).
enum CorpusRequests {
  /// The lines of a table.
  private static func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }

  /// What is read in every situation.
  static let reads = lines(
    """
    GET /api/status
    GET /api/stations
    GET /api/stations | If-None-Match: <etag>
    GET /api/queue
    GET /api/history
    GET /api/history?limit=1
    GET /api/recent
    GET /api/timeshift
    GET /api/recordings
    GET /api/log?limit=1
    GET /api/figures
    GET /api/addresses
    GET /api/picture
    GET /api/picture/file
    GET /api/picture/file | If-None-Match: <etag>
    GET /api/stations/one/picture
    GET /api/stations/one/picture | If-None-Match: <etag>
    GET /api/stations/nothing/picture
    GET /api/events
    GET /metrics
    GET /healthz
    """)

  /// What need not be read more than once.
  static let files = lines(
    """
    GET /
    GET /openapi.json
    GET /modules/radio.js
    GET /metrics | Accept: text/plain
    GET /api/stations/export
    GET /api/stations/export?format=m3u
    GET /api/stations/export?format=pls
    GET /api/stations/export?format=xspf
    GET /api/stations/export?format=json
    """)

  /// Streams of sound, while a station plays.
  static let streams = lines(
    """
    GET /stream
    GET /stream | Icy-MetaData: 1
    GET /api/spectrum?bands=3
    GET /api/samples
    """)

  /// The paths of the contract that are read, with an id.
  private static let readPaths = lines(
    """
    /
    /api/status
    /api/stations
    /api/stations/one/picture
    /api/picture
    /api/picture/file
    /api/stations/export
    /api/directory/stations/x/picture
    /api/queue
    /api/history
    /api/recent
    /api/timeshift
    /api/recordings
    /api/recordings/1/files/0
    /api/log
    /api/figures
    /api/events
    /api/spectrum
    /api/samples
    /api/addresses
    /stream
    /metrics
    /healthz
    /openapi.json
    """)

  /// The paths that change something; one of them is read, too.
  private static let changePaths = lines(
    """
    /api/stations
    /api/stations/one
    /api/stations/one/remove
    /api/stations/order
    /api/stations/import
    /api/directory/search
    /api/directory/check
    /api/queue/add
    /api/queue/remove
    /api/queue/clear
    /api/queue/reset
    /api/keep
    /api/recordings
    /api/recordings/1/stop
    /api/play
    /api/stop
    /api/pause
    /api/toggle
    /api/next
    /api/previous
    /api/seek
    /api/volume
    /api/session
    /api/session/end
    """)

  /// What every path refuses: a wrong method, an unknown parameter or member, and what is not JSON.
  static let wrong: [String] =
    readPaths.flatMap { ["HEAD \($0)", "PUT \($0)", "GET \($0)?unknown=1"] }
    + changePaths.filter { !readPaths.contains($0) }.map { "GET \($0)" }
    + changePaths.flatMap { path in
      [#"{"unknown":1}"#, #"{"unknown":"#, "[]", "{} | Content-Type: none"].map { "POST \(path) \($0)" }
    }

  /// What is refused for what it says, whatever the radio does.
  static let refusals = lines(
    #"""
    GET /nothing
    GET /api/nothing
    DELETE /api/status
    GET /api/status | Origin: http://other.example
    GET /api/status | Sec-Fetch-Site: cross-site
    GET /api/status | Content-Length: 100000
    GET /<x*5000>
    GET /api/history?limit=0
    GET /api/history?limit=x
    GET /api/history?limit=1&limit=2
    GET /api/history?limit=%4
    GET /api/log?after=-1
    GET /api/log?limit=1001
    GET /api/stations/export?format=doc
    GET /api/spectrum?bands=0
    GET /api/spectrum?bands=x
    GET /api/spectrum?profile=x
    GET /api/spectrum?hop=1
    GET /api/spectrum?wave=2
    GET /stream
    GET /api/samples
    GET /api/directory/stations/x/picture
    POST /api/volume {"volume":101}
    POST /api/volume {"volume":"50"}
    POST /api/volume {"volume":1.5}
    POST /api/volume {"volume":50,"change":1}
    POST /api/volume {"muted":1}
    POST /api/volume {}
    POST /api/volume {"muted":true,"toggleMute":true}
    POST /api/volume {"toggleMute":false}
    POST /api/volume <x*70000>
    POST /api/volume {"volume":50} | Content-Type: text/plain
    POST /api/seek {}
    POST /api/seek {"by":"10"}
    POST /api/seek {"by":21601}
    POST /api/seek {"to":-1}
    POST /api/seek {"title":0}
    POST /api/seek {"live":false}
    POST /api/seek {"by":1,"live":true}
    POST /api/seek {"by":-10}
    GET /api/recordings/1/files/0
    GET /api/recordings/x/files/0
    GET /api/recordings/1/files/x
    POST /api/keep {}
    POST /api/keep {"title":1}
    POST /api/keep {"title":-1}
    POST /api/keep {"title":"x"}
    POST /api/recordings {}
    POST /api/recordings {"split":1}
    POST /api/recordings {"songsOnly":true}
    POST /api/recordings {"duration":0}
    POST /api/recordings/1/stop {}
    POST /api/play {"station":"nothing"}
    POST /api/play {"station":1}
    POST /api/play {"station":""}
    POST /api/play {"station":"<x*5000>"}
    POST /api/play {"url":"nothing"}
    POST /api/play {"url":"ftp://station.example/"}
    POST /api/play {"url":"http://a b/"}
    POST /api/play {"entry":999}
    POST /api/play {"entry":0}
    POST /api/play {"directoryId":"x"}
    POST /api/play {"station":"one","entry":1}
    POST /api/queue/add {}
    POST /api/queue/add {"station":"nothing"}
    POST /api/queue/remove {}
    POST /api/queue/remove {"entry":999}
    POST /api/queue/remove {"position":999}
    POST /api/queue/remove {"entry":1,"position":1}
    POST /api/queue/remove {"position":1,"ifVersion":0}
    POST /api/stations {}
    POST /api/stations {"station":{}}
    POST /api/stations {"station":{"name":"A"}}
    POST /api/stations {"station":{"name":"","url":"http://a.example/"}}
    POST /api/stations {"station":{"name":"A","url":"nothing"}}
    POST /api/stations {"station":{"name":"A","url":"http://a.example/","unknown":1}}
    POST /api/stations {"station":{"name":"A","url":"http://a.example/","directoryId":"x"}}
    POST /api/stations {"station":{"name":"A","url":"http://a.example/","tags":[1]}}
    POST /api/stations {"station":{"name":"<x*2000>","url":"http://a.example/"}}
    POST /api/stations {"directoryId":"x"}
    POST /api/stations {"ifVersion":-1}
    POST /api/stations/one {"name":null}
    POST /api/stations/one {"url":"nothing"}
    POST /api/stations/one {"favourite":1}
    POST /api/stations/one {"favourite":true,"ifVersion":1}
    POST /api/stations/nothing {"favourite":true}
    POST /api/stations/nothing/remove {}
    POST /api/stations/one/remove {"ifVersion":1}
    POST /api/stations/order {"id":"one"}
    POST /api/stations/order {"id":"nothing","position":1}
    POST /api/stations/order {"id":"one","position":99}
    POST /api/stations/order {"id":"one","position":1,"ifVersion":1}
    POST /api/stations/import {}
    POST /api/stations/import {"text":"nothing"}
    POST /api/stations/import {"text":"#EXTM3U","ifVersion":1}
    """#)

  /// The station directory.
  static let directory = lines(
    #"""
    POST /api/directory/search {}
    POST /api/directory/search {"words":"jazz"}
    POST /api/directory/search {"words":"jazz","country":"FR","tag":"blues","limit":1}
    POST /api/directory/search {"words":"nothing"}
    POST /api/directory/search {"words":"<x*300>"}
    POST /api/directory/search {"words":"jazz","limit":0}
    POST /api/directory/search {"codec":"x"}
    GET /api/directory/stations/0123abcd-89ab-4def-8123-000000000001/picture
    POST /api/directory/check {}
    POST /api/directory/check {"directoryId":"x"}
    POST /api/directory/check {"url":"nothing"}
    POST /api/directory/check {"url":"http://<station>/refused"}
    POST /api/directory/check {"url":"http://<station>/page"}
    POST /api/directory/check {"url":"http://<station>/finite"}
    """#)

  /// Clients of the network: what each may do, by its token.
  static let clients =
    ["anyone", "guest", "listener", "owner"].flatMap { client in
      lines(
        #"""
        GET /api/status
        GET /api/stations
        GET /metrics
        GET /stream
        GET /api/log?limit=1
        GET /api/samples
        GET /openapi.json
        GET /nothing
        POST /api/volume {"volume":50}
        """#
      ).map { "\($0) | As: \(client)" }
    }
    + lines(
      #"""
      GET / | As: anyone
      GET /healthz | As: anyone
      GET / | As: anyone | Sec-Fetch-Site: cross-site
      GET / | As: anyone | Sec-Fetch-Site: cross-site | Sec-Fetch-Mode: navigate | Sec-Fetch-Dest: document
      GET /api/addresses | As: owner
      GET /api/session | As: owner
      GET /api/status | As: owner | Host: radio.example
      GET /api/status | As: owner | Host:
      GET /api/status | As: owner | Origin: http://other.example
      GET /api/status | As: owner | Host: localhost:<http> | Origin: http://localhost:<http>
      POST /api/session {} | As: anyone
      POST /api/session {"token":"zyxwv98765-the-listeners-one"} | As: anyone
      POST /api/session {"token":"zyxwv98765-the-owners-token"} | As: anyone
      GET /api/status | As: anyone | Cookie: <cookie>
      POST /api/stop | As: anyone | Cookie: <cookie>
      POST /api/stop | As: anyone | Cookie: <cookie> | Host: localhost:<http> | Origin: http://localhost:<http>
      POST /api/session/end {} | As: anyone | Cookie: <cookie>
      GET /api/recordings | As: anyone
      GET /api/recordings | As: listener
      GET /api/recordings | As: owner
      GET /api/recordings/1/files/0 | As: anyone
      GET /api/recordings/1/files/0 | As: listener
      GET /api/recordings/1/files/0 | As: owner
      """#)
}
