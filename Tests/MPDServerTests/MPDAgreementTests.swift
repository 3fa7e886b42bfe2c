import Glibc
import TestSupport
import Testing

@Suite(
  "Agreement with Music Player Daemon", .serialized, .enabled(if: RealMPD.isAvailable),
  .timeLimit(.minutes(1 * TestTime.waitScale)))
struct MPDAgreementTests {
  /// Lines sent to both servers in this order. The answers must be equal byte for byte, apart from `ours` and from
  /// Last-Modified.
  private static let lines = """
    ping
    ping x
    currentsong
    playlistinfo
    playlistinfo 0
    playlistinfo 1
    playlistid 3
    plchanges 0
    plchanges x
    play 5
    play x
    play 1x
    play ""
    play "0" "1"
    play -1
    playid 7
    playid x
    pause 2
    pause
    setvol 101
    setvol x
    setvol -1
    setvol 0x10
    setvol +50
    setvol 5.5
    setvol " 50"
    getvol
    volume 101
    volume x
    volume -200
    add
    add foo
    add foo://x/
    add file:///etc/passwd
    addid foo
    addid
    add http://127.0.0.1:1/a
    addid http://127.0.0.1:1/b
    addid http://127.0.0.1:1/c 0
    addid http://127.0.0.1:1/c 9
    addid http://127.0.0.1:1/c +0
    addid http://127.0.0.1:1/c x
    playlistinfo
    playlist
    playlistinfo 1:
    playlistinfo 1:9
    playlistinfo 9:
    playlistinfo 3
    playlistinfo 2:1
    playlistinfo -1
    playlistinfo -2
    playlistinfo :
    playlistinfo 0:x
    playlistid 99
    plchanges 1
    plchangesposid 1
    plchangesposid 0 1:2
    plchanges 99
    plchanges -1
    plchanges 4294967296
    move 0 9
    move 9 0
    move 0 +0
    move 0:2 1
    move 0 1
    moveid 1 0
    moveid 99 0
    swap 0 1
    swap 0 9
    swapid 1 2
    swapid 1 99
    playlistinfo
    playlistfind file http://127.0.0.1:1/b
    playlistsearch file B
    playlistfind Artist x
    shuffle 9
    shuffle 0:0
    delete 9
    delete 1:1
    deleteid 99
    seek 9 1
    seekcur 1
    next
    previous
    prioid 1 99
    prioid 0 1
    prioid 256 1
    prioid x 1
    readpicture x 0
    addtagid 99 Artist x
    cleartagid 99
    rangeid 99 0:1
    listplaylists
    save ../foo
    save a/b
    save ""
    save foo
    save foo
    listplaylist foo
    listplaylist nonesuch
    listplaylistinfo nonesuch
    load nonesuch
    load nonesuch x
    load foo 0:1
    playlistinfo
    playlistadd foo http://127.0.0.1:1/d
    playlistdelete foo 0
    playlistdelete foo 9
    playlistmove foo 0 1
    playlistmove foo 0 9
    listplaylist foo
    playlistclear foo
    listplaylist foo
    playlistclear nonesuch
    rename nonesuch b
    rename foo foo
    rename foo ../b
    rename foo bar
    rm nonesuch
    rm ""
    rm bar
    clear
    playlistinfo
    lsinfo foo
    lsinfo file:///etc
    listall
    listall foo
    listallinfo
    list foo
    list
    list any
    list Artist
    list Artist bar
    list Album bar
    list Genre group
    list Genre group foo
    list Genre group Artist
    list file
    count
    count Artist
    count Artist x
    count "(Artist == 'x')" group Genre
    find
    find ""
    find Artist
    find foo bar
    find Artist x
    find artist x sort Title
    find Artist x sort foo
    find Artist x window x
    find Artist x window 0:1
    find base ""
    find "(Artist == \\"x\\")"
    find "(Artist = 'x')"
    find "(Artist == x)"
    find "(Artist == 'x'"
    find "(Artist == 'x"
    find "(Artist == 'x') x"
    find "(Foo == 'x')"
    find "()"
    find "(!(Artist == 'x'))"
    find "(!Artist == 'x')"
    find "((Artist == 'x') AND (Title == 'y'))"
    find "((Artist == 'x') OR (Title == 'y'))"
    find "((Artist == 'x'))"
    find "(Artist contains 'x')"
    find "(Artist starts_with 'x')"
    search any x
    search any
    searchadd any x
    findadd any x
    outputs
    disableoutput 9
    disableoutput x
    toggleoutput 9
    enableoutput 9
    outputset 0 a b
    tagtypes foo
    tagtypes clear
    tagtypes
    tagtypes all x
    tagtypes disable foo
    tagtypes enable
    password x
    password ""
    password
    binarylimit 5
    binarylimit 100
    binarylimit 99999999
    binarylimit x
    clearerror
    repeat 2
    repeat x
    repeat 1
    random 0
    random x
    single 0
    single 2
    consume 0
    consume 2
    crossfade 0
    crossfade x
    crossfade -1
    replay_gain_mode foo
    replay_gain_mode off
    replay_gain_status
    random 1
    repeat 0
    single oneshot
    consume 1
    crossfade 3
    mixrampdb x
    mixrampdb -3
    mixrampdelay 2
    replay_gain_mode album
    albumart http://127.0.0.1:1/a 0
    config
    partition foo
    partition default
    listpartitions
    idle foo
    noidle
    status x
    status "x
    playlistinfo "0"x
    playlistinfo x"y
    ping 'x'
    foo
    foo bar
    pING
    command_list_end
    """

  /// Lines of this server that differ, with those of Music Player Daemon: the output plugin has another name.
  private static let ours = ["plugin: springradio": "plugin: null"]

  @Test("this server and Music Player Daemon give the same answers")
  func lines() async throws {
    let real = try RealMPD()
    try await MPDFixture.with(hasStations: false) { fixture in
      let (ours, theirs) = (try fixture.client(), try real.client())
      #expect(ours.greeting == theirs.greeting)
      for line in Self.lines.split(separator: "\n").map(String.init) {
        if line == "noidle" {  // has no answer
          ours.lines.send("noidle\n")
          theirs.lines.send("noidle\n")
          continue
        }
        let answer = try ours.ask(line).map { Self.ours[$0] ?? $0 }
        #expect(try answer == theirs.ask(line).filter { !$0.hasPrefix("Last-Modified") }, "\(line)")
      }
    }
  }

  @Test(
    "both servers answer command lists and violations of the protocol in the same way",
    arguments: [
      "command_list_begin\nping\nfoo\nping\ncommand_list_end\nclose\n",
      "command_list_ok_begin\nping\nsetvol x\nping\ncommand_list_end\nclose\n",
      "command_list_ok_begin\nping\ngetvol\ncommand_list_end\nclose\n", "command_list_begin\ncommand_list_end\nclose\n",
      "command_list_begin\ncommand_list_begin\ncommand_list_end\nclose\n",
      "command_list_begin\nnoidle\nping\ncommand_list_end\nclose\n",
      "command_list_begin\nclose\nping\ncommand_list_end\n", "command_list_begin\nPing\n", "noidle\nping\nclose\n",
      "idle player\nnoidle\nclose\n", "idle\nping\n", "idle\nidle\n", "\n", "ping\n\n", " ping\n", "Foo\n",
      "GET / HTTP/1.1\r\nHost: x\r\n\r\n", "p-x\n", "ping'\n", "ping\r\nping  \nclose\n", "ping\nclose\nping\n",
    ])
  func conversations(text: String) async throws {
    let real = try Self.real.get()
    try await MPDFixture.with(hasStations: false) { fixture in
      let (ours, theirs) = (try fixture.client(), try real.client())
      ours.lines.send(text)
      theirs.lines.send(text)
      #expect(
        try String(decoding: ours.lines.rest(), as: UTF8.self) == String(decoding: theirs.lines.rest(), as: UTF8.self))
    }
  }

  /// One Music Player Daemon for all conversations; it ends with the test process.
  private static let real: Result<RealMPD, any Error> = {
    endsWithTests
    return Result { try RealMPD() }
  }()

  private static let endsWithTests: Void = { atexit { try? MPDAgreementTests.real.get().stop() } }()
}
