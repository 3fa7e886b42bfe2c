/// The parts of the manual page that come from no declaration, as mdoc.
enum ManualText {
  /// The date of the last change of these texts.
  static let date = "November 22, 2026"

  /// The description of the program in half a line.
  static let summary = "internet radio for the shell, with a live spectrum"

  /// The text before the commands.
  static let description = #"""
    .Sh DESCRIPTION
    .Nm
    plays internet radio, draws the spectrum of what is heard in the terminal, and
    writes it as JSON.
    It plays MP3 (MPEG audio, layers I to III), AAC (also HE\-AAC), Ogg with
    Vorbis, Opus, FLAC or Speex, FLAC, HLS, WAV and AIFF from stations, web
    addresses, playlists, files and standard input;
    .Ic radiod probe \-\-formats
    lists all of it.
    .Pp
    A
    .Ar station
    is the id of a station in the list, or as much of its id or name as tells it
    from the others.
    The station
    .Cm demo
    is always there: it is part of the program and needs neither a network nor a
    sound card.
    A file named on the command line must exist; write
    .Pa ./name
    for a file that is called like a station.
    .Pp
    The bars follow the sound: what is drawn is what leaves the speakers, not what
    arrives from the network.
    When a station falls silent or the connection breaks,
    .Nm
    connects again by itself.
    As a service it plays without a terminal, and obeys clients of Music Player
    Daemon, HTTP and the desktop's media keys.
    .Pp
    Sound, JSON and lists go to standard output, everything else to standard
    error.
    """#

  /// The text after the commands and options.
  static let rest =
    keys + "\n" + stations + "\n" + directory + "\n" + json + "\n" + service + "\n" + remoteControl + "\n" + environment
    + "\n" + end

  private static let keys = #"""
    .Sh KEYS
    While the bars are shown:
    .Bl -tag -width "space, p" -compact
    .It Ic space , Ic p
    Stop, or rejoin the station.
    .It Ic + , Ic 0 , No up
    Louder.
    .It Ic \- , Ic 9 , No down
    Softer.
    .It Ic m
    Mute and unmute.
    .It Ic n , No right
    Next station.
    .It Ic b , No left
    Previous station.
    .It Ic s
    Stereo or mono bars.
    .It Ic f
    The other profile.
    .It Ic \&?
    Show or hide the keys.
    .It Ic q
    Quit.
    .El
    """#

  private static let service = #"""
    .Sh THE SERVICE
    .Nm
    .Cm serve
    plays until it is told to end, and remembers what it played, how loud, and the
    queue.
    When it starts again, however it ended, it plays on, unless it was stopped.
    There is one service of a user; a second one ends with 1.
    .Pp
    Its settings come from the command line, from the environment and from
    .Pa config.json ,
    the first of these that says something.
    The option
    .Fl \-mpd\-port
    is
    .Ev SPRINGRADIO_MPD_PORT
    in the environment and the member
    .Li mpdPort
    of the object in
    .Pa config.json ;
    the others follow the same rule.
    Flags are
    .Li true
    or
    .Li false
    there, and several hosts are an array in the file and separated by commas
    elsewhere.
    .Nm
    .Cm config
    shows the effective settings and their sources.
    .Pp
    On SIGHUP stations and the log level are reloaded; a file that is wrong
    leaves everything as it was, and network settings need a restart.
    SIGTERM fades the sound out and ends it; so does SIGINT, and it dies of that
    signal.
    .Pp
    Started by
    .Xr systemd 1 ,
    it tells when it is ready, what it plays, and that it is alive.
    Units for the machine and for a user come with it:
    .Pp
    .Dl systemctl \-\-user enable \-\-now radiod
    .Pp
    The service of the machine has its settings in
    .Pa /etc/springradio
    and its station list in
    .Pa /var/lib/springradio/stations.json ,
    which begins with
    .Pa /etc/springradio/stations.json
    where there is one.
    """#

  private static let remoteControl = #"""
    .Sh REMOTE CONTROL
    .Nm
    .Cm ctl
    is the remote of a running
    .Nm
    .Cm serve .
    It looks for the socket
    .Pa radiod.sock
    in
    .Pa $XDG_RUNTIME_DIR/springradio
    and, when no daemon of yours is there, in
    .Pa /run/springradio .
    .Pp
    With
    .Fl \-json
    each line is an object.
    Those of
    .Cm ctl watch
    have a
    .Li type :
    .Li status
    (with all that
    .Cm ctl status
    tells),
    .Li title ,
    .Li queue ,
    .Li stations ,
    .Li notice ,
    and
    .Li lost
    when the daemon went away, with the
    .Li reason .
    .Cm ctl spectrum
    writes headers and frames as
    .Cm spectrum
    does.
    .Pp
    Each command answers with the state that it led to.
    .Cm ctl play
    does so when the daemon begins to connect; with
    .Fl \-wait
    it waits until the station plays, 30 seconds at most or as
    .Fl \-timeout
    says.
    .Pp
    .Cm ctl next
    and
    .Cm ctl previous
    walk the queue, which is the station list until
    .Cm ctl queue
    or an MPD client changes it; with fewer than two entries they walk the station
    list.
    .Cm ctl queue reset
    makes it the station list again.
    An address that is played without being in the queue has a place there as long
    as it is tuned in.
    .Pp
    The exit status is 66 for a station that the daemon does not know, and 69 when
    no daemon runs, when it does not answer within 5 seconds, or when
    .Cm ctl play Fl \-wait
    saw the station given up, stopped, or not playing in time.
    """#
}
