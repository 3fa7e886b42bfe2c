/// The changes of the corpus, by all protocols.
enum CorpusSteps {
  private static func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }

  /// Volume and mute.
  static let volume = lines(
    #"""
    POST /api/volume {"volume":40}
    POST /api/volume {"change":-5}
    POST /api/volume {"muted":true}
    POST /api/volume {"toggleMute":true}
    POST /api/volume {"volume":20,"muted":true}
    MPD setvol 30
    MPD volume 5
    MPD volume -100
    MPD enableoutput 0
    MPD toggleoutput 0
    MPD disableoutput 0
    MPRIS Properties.Set ssv Player Volume d 0.5
    MPRIS Properties.Set ssv Player Volume d 7
    """#)

  /// Pauses that hold the place, and moves in the sound that is kept.
  static let shift = lines(
    #"""
    POST /api/seek {"to":0}
    POST /api/pause
    GET /api/status
    GET /api/timeshift
    POST /api/seek {"title":-1}
    POST /api/seek {"by":0}
    POST /api/toggle
    POST /api/seek {"live":true}
    MPD pause 1
    MPD pause 0
    MPRIS Player.PlayPause
    MPRIS Player.PlayPause
    POST /api/stop
    POST /api/seek {"live":true}
    GET /api/timeshift
    """#)

  /// To other stations and back.
  static let neighbours = lines(
    """
    POST /api/next
    POST /api/previous
    MPD next
    MPD previous
    MPRIS Player.Next
    MPRIS Player.Previous
    POST /api/stop
    POST /api/next
    """)

  /// All ways to play and to stop.
  static let playback =
    lines(
      #"""
      POST /api/toggle
      POST /api/pause
      POST /api/play {}
      POST /api/play {"station":"two"}
      POST /api/play {"station":"rädio"}
      POST /api/play {"url":"http://<station>/one"}
      POST /api/play {"url":"http://<station>/finite"}
      POST /api/play {"url":"http://<station>/page"}
      POST /api/play {"entry":<entry 3>}
      MPD pause
      MPD pause 0
      MPD pause 1
      MPD play
      MPD play 1
      MPD playid <entry 1>
      MPD stop
      MPRIS Player.PlayPause
      MPRIS Player.Pause
      MPRIS Player.Play
      MPRIS Player.Stop
      MPRIS Player.OpenUri s http://<station>/two
      MPRIS Properties.Set ssv Player Rate d 0
      POST /api/stop
      """#) + neighbours

  /// A result of a search.
  static let found = lines(
    #"""
    POST /api/play {"directoryId":"0123abcd-89ab-4def-8123-000000000002"}
    GET /api/recent
    POST /api/stop
    """#)

  /// The queue, and the saved ones.
  static let queue = lines(
    #"""
    POST /api/queue/add {"station":"two"}
    POST /api/queue/add {"station":"http://<station>/one"}
    POST /api/queue/remove {"position":1,"ifVersion":<queue>}
    POST /api/queue/remove {"entry":<entry 1>}
    POST /api/queue/remove {"position":1}
    POST /api/queue/reset
    MPD add http://<station>/three
    MPD addid http://<station>/one 0
    MPD addid http://<station>/two +0
    MPD move 0 1
    MPD moveid <entry 1> 2
    MPD move 0 +0
    MPD move 0:2 -0
    MPD swap 0 1
    MPD swapid <entry 1> <entry 2>
    MPD shuffle 0:1
    MPD delete 0
    MPD delete 0:2
    MPD deleteid <entry 1>
    MPD save mine
    MPD save mine
    MPD listplaylists
    MPD listplaylist mine
    MPD listplaylistinfo mine
    MPD playlistadd mine http://<station>/one
    MPD playlistadd mine http://<station>/two 0
    MPD playlistmove mine 0 1
    MPD playlistdelete mine 0
    MPD searchaddpl mine name one
    MPD rename mine yours
    MPD load yours
    MPD load yours 0:1 0
    MPD lsinfo
    MPD playlistclear yours
    MPD rm yours
    MPD rm yours
    MPD findadd name "Radio One"
    MPD searchadd any two
    MPD update
    MPD random 1
    MPD clear
    POST /api/queue/clear
    POST /api/queue/reset
    """#)

  /// The station list. JSON's escapes are in it as they are sent.
  static let stations = lines(
    #"""
    POST /api/stations {"station":{"name":"New","url":"http://new.example/","tags":["a"]},"ifVersion":<version>}
    POST /api/stations {"station":{"name":"New","url":"http://new.example/"}}
    POST /api/stations {"directoryId":"0123abcd-89ab-4def-8123-000000000001"}
    POST /api/stations {"directoryId":"0123abcd-89ab-4def-8123-000000000002"}
    POST /api/stations/one {"favourite":false,"homepage":null,"name":"First"}
    POST /api/stations/two {"url":"http://<station>/two","image":"http://<station>/logo.png"}
    POST /api/stations/order {"id":"new","position":1,"ifVersion":<version>}
    POST /api/stations/import {"name":"a.m3u","text":"#EXTM3U\nhttp://imported.example/\nhttp://new.example/\nnothing"}
    POST /api/stations/new/remove {}
    POST /api/stations/new/remove {}
    """#)

  /// The list after that, and its file changed by hand.
  static let hand = lines(
    #"""
    GET /api/stations
    GET /api/queue
    FILE {"stations":[{"id":"hand","name":"By hand","url":"http://<station>/one"}]}
    GET /api/stations
    """#)

  /// Changes by clients of the network.
  static let clients = lines(
    #"""
    POST /api/queue/add {"station":"one"} | As: owner
    MPD password zyxwv98765-password
    MPD commands
    MPD notcommands
    MPD status
    MPD setvol 20
    """#)
}
