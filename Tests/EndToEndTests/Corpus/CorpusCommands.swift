/// The requests of the corpus by MPD's protocol and at the session bus, without a change.
enum CorpusCommands {
  /// The lines of a table, behind the name of the protocol.
  private static func lines(_ name: String, _ text: String) -> [String] {
    text.split(separator: "\n").map { "\(name) \($0)" }
  }

  /// What is read in every situation. ` ; ` separates the lines of a command list.
  static let reads = lines(
    "MPD",
    #"""
    status
    currentsong
    stats
    outputs
    playlistinfo
    playlistinfo 0
    playlistinfo 1:3
    playlistinfo 999
    playlistid
    playlistid <entry 1>
    playlistid 999
    playlist
    playlistfind name "Radio One"
    playlistsearch any radio
    plchanges 0
    plchanges 0 1:2
    plchangesposid 0
    lsinfo
    lsinfo nothing
    listall
    listallinfo
    find name "Radio One"
    find "(Name == 'Radio Two')"
    search any pop
    search name two
    count any radio
    count group genre
    list genre
    list name
    list file
    list title group genre
    listplaylists
    getvol
    albumart http://<station>/one 0
    readpicture http://<station>/one 0
    seek 0 1
    seekcur 1
    seekid <entry 1> 1
    move 0 999
    prioid 1 <entry 1>
    addtagid <entry 1> Title x
    cleartagid <entry 1>
    rangeid <entry 1> 1:2
    """#)

  /// What does not depend on the radio.
  static let others = lines(
    "MPD",
    #"""
    commands
    notcommands
    decoders
    tagtypes
    urlhandlers
    replay_gain_status
    listpartitions
    listmounts
    listfiles
    listfiles nothing
    config
    ping
    noidle ; ping
    idle nothing
    binarylimit 64
    binarylimit 63
    binarylimit x
    tagtypes clear
    playlistinfo 0
    tagtypes enable Title Name
    tagtypes all
    tagtypes disable nothing
    partition default
    partition other
    random 1
    random 2
    repeat 0
    single oneshot
    single x
    consume 0
    crossfade 3
    crossfade x
    mixrampdb 1.5
    mixrampdb x
    mixrampdelay nan
    replay_gain_mode off
    replay_gain_mode x
    rescan
    update
    outputset 0 a b
    enableoutput 1
    setvol 101
    setvol -1
    setvol x
    volume 101
    play 999
    play x
    playid 999
    pause 2
    seek 999 1
    seekid 999 1
    add nothing
    add file:///etc/passwd
    add ftp://station.example/
    addid nothing
    addid http://<station>/one 999
    addid http://<station>/one x
    delete 999
    delete 2:1
    deleteid 999
    moveid 999 0
    swap 0 999
    swapid 0 1
    shuffle 5:999
    find nothing x
    find "(Name == "
    search name
    list nothing
    list album x
    count
    listplaylist nothing
    listplaylistinfo nothing
    load nothing
    rm nothing
    rename nothing other
    save a/b
    playlistadd nothing x
    playlistclear nothing
    playlistdelete nothing 0
    playlistmove nothing 0 1
    searchaddpl
    findadd nothing x
    searchadd nothing x
    getfingerprint nothing
    getfingerprint http://<station>/one
    readcomments http://<station>/one
    albumart nothing 0
    readpicture nothing 0
    albumart http://<station>/one x
    kill
    nothing
    status "
    STATUS
    lsinfo file:///
    command_list_begin ; ping ; status x ; ping ; command_list_end
    command_list_ok_begin ; ping ; getvol ; command_list_end
    command_list_end
    clearerror
    """#)

  /// Each of these commands without arguments and with too many. Left out is what ends the connection or changes
  /// something.
  static func wrong(_ commands: [String]) -> [String] {
    let actions = ["next", "previous", "stop", "play", "playid", "pause", "clear", "shuffle", "clearerror", "idle"]
    let asked = Set(actions.map { "MPD \($0)" } + reads + others)
    return commands.filter { $0 != "close" }.flatMap { name in
      (asked.contains("MPD \(name)") ? [] : ["MPD \(name)"]) + ["MPD \(name) a b c d e f g"]
    }
  }

  /// What is read at the session bus in every situation.
  static let busReads = lines(
    "MPRIS",
    """
    Properties.GetAll s Player
    Properties.Get ss Player PlaybackStatus
    Properties.Get ss Player Rate
    Properties.Get ss Player Metadata
    Properties.Get ss Player Volume
    Properties.Get ss Player Position
    Properties.Get ss Player MinimumRate
    Properties.Get ss Player MaximumRate
    Properties.Get ss Player CanGoNext
    Properties.Get ss Player CanGoPrevious
    Properties.Get ss Player CanPlay
    Properties.Get ss Player CanPause
    Properties.Get ss Player CanSeek
    Properties.Get ss Player CanControl
    """)

  /// What does not depend on the radio.
  static let busOthers = lines(
    "MPRIS",
    """
    Properties.GetAll s MediaPlayer2
    Properties.GetAll s ''
    Properties.Get ss MediaPlayer2 CanQuit
    Properties.Get ss MediaPlayer2 CanRaise
    Properties.Get ss MediaPlayer2 HasTrackList
    Properties.Get ss MediaPlayer2 Identity
    Properties.Get ss MediaPlayer2 SupportedUriSchemes
    Properties.Get ss MediaPlayer2 SupportedMimeTypes
    Properties.Get ss Player Nothing
    Properties.Get ss org.example.None Volume
    Properties.Get s Player
    Properties.GetAll s org.example.None
    Properties.Set ssv Player Volume s x
    Properties.Set ssv Player Volume d nan
    Properties.Set ssv Player CanPlay b false
    Properties.Set ssv Player Nothing b false
    Properties.Set ssv Player Rate d 2
    Introspectable.Introspect
    Peer.Ping
    MediaPlayer2.Raise
    MediaPlayer2.Quit
    MediaPlayer2.Next
    Player.Seek x 1000
    Player.SetPosition ox /org/springradio/track/1 1
    Player.OpenUri s nothing
    Player.OpenUri s ftp://station.example/
    Player.OpenUri x 1
    Player.Next s x
    Player.Nothing
    org.example.None.Next
    """)
}
