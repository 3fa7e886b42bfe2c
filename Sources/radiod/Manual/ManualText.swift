/// The parts of the manual page that come from no declaration, as mdoc.
enum ManualText {
  /// The date of the last change of these texts.
  static let date = "November 23, 2026"

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
    is the id of a station in the list, or a part of its id or name that matches one
    station only.
    The station
    .Cm demo
    is part of the program, and needs neither a network nor a sound card.
    A file on the command line must exist; write
    .Pa ./name
    for a file that has the name of a station.
    .Pp
    The bars show the sound that is audible, not the sound that arrives from the
    network.
    When a station stalls or the connection breaks,
    .Nm
    reconnects.
    As a daemon it plays without a terminal, controlled by clients of Music Player
    Daemon, by HTTP and by the desktop's media keys.
    .Pp
    Sound, JSON and lists go to standard output, everything else to standard
    error.
    """#

  /// The text after the commands and options.
  static let rest =
    keys + stations + "\n" + directory + "\n" + json + "\n" + daemon + "\n" + remoteControl + "\n" + environment
    + "\n" + end

  private static let daemon = #"""
    .Sh THE DAEMON
    .Nm
    .Cm serve
    plays until a signal ends it, and stores station, volume and queue.
    After a restart it resumes, unless it was stopped.
    A user has one daemon; a second one ends with 1.
    .Pp
    Its settings come from the command line, from the environment and from
    .Pa config.json ,
    in this order of precedence.
    The option
    .Fl \-mpd\-port
    is
    .Ev SPRINGRADIO_MPD_PORT
    in the environment and the member
    .Li mpdPort
    of the object in
    .Pa config.json ;
    the others follow the same pattern.
    In the file, flags are
    .Li true
    or
    .Li false ,
    and several hosts are an array; elsewhere they are separated by commas.
    .Nm
    .Cm config
    shows the effective settings and their sources.
    .Pp
    SIGHUP reloads stations and the log level; an invalid file changes nothing, and
    network settings need a restart.
    SIGTERM fades out the sound and ends the daemon; so does SIGINT, of which it then
    dies.
    .Pp
    Started by
    .Xr systemd 1 ,
    it reports readiness and status, and feeds the watchdog.
    Units for the system and for a user are installed:
    .Pp
    .Dl systemctl \-\-user enable \-\-now radiod
    .Pp
    The system's daemon has its settings in
    .Pa /etc/springradio
    and its station list in
    .Pa /var/lib/springradio/stations.json ,
    which is copied from
    .Pa /etc/springradio/stations.json
    if that exists.
    """#

  private static let remoteControl = #"""
    .Sh REMOTE CONTROL
    .Nm
    .Cm ctl
    controls a running
    .Nm
    .Cm serve .
    It uses the socket
    .Pa radiod.sock
    in
    .Pa $XDG_RUNTIME_DIR/springradio ,
    or, without a daemon of yours, in
    .Pa /run/springradio .
    With
    .Fl \-url
    it controls a daemon on another machine over TCP; its token is in the file of
    .Fl \-token\-file ,
    which only you may be able to read.
    It is sent to that host only, and no redirect is followed.
    .Pp
    With
    .Fl \-json
    each line is an object.
    Those of
    .Cm ctl watch
    have a
    .Li type :
    .Li status
    (with all members of
    .Cm ctl status ) ,
    .Li title ,
    .Li queue ,
    .Li stations ,
    .Li notice ,
    and
    .Li lost
    when the connection to the daemon ended, with the
    .Li reason .
    .Cm ctl spectrum
    writes headers and frames as
    .Cm spectrum
    does.
    .Cm ctl log
    writes records with
    .Li number ,
    .Li time ,
    .Li clock ,
    .Li level ,
    .Li category ,
    .Li text
    and
    .Li details .
    .Pp
    .Cm ctl log
    shows the last 1000 lines of the daemon\(aqs log, also those that its log level
    leaves out.
    .Pp
    Each command prints the resulting state.
    .Cm ctl play
    returns when the daemon begins to connect; with
    .Fl \-wait
    it returns when the station plays, or after 30 seconds or the given
    .Fl \-timeout .
    .Pp
    .Cm ctl next
    and
    .Cm ctl previous
    follow the queue, which is the station list until
    .Cm ctl queue
    or an MPD client changes it; with fewer than two entries they follow the station
    list.
    .Cm ctl queue reset
    restores the station list.
    An address that is not in the queue has a temporary entry there while it plays.
    .Pp
    The exit status is 66 for a station that the daemon does not know, and 69 when
    no daemon runs, when it does not answer within 5 seconds, or when
    .Cm ctl play Fl \-wait
    saw the station fail, stop, or not play in time.
    """#
}
