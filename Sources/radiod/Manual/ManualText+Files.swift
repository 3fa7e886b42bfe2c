extension ManualText {
  /// The relevant environment variables, and the files.
  static let environment = #"""
    .Sh ENVIRONMENT
    .Bl -tag -width Ds
    .It Ev TERM , Ev COLORTERM
    The colours of the terminal.
    If
    .Ev TERM
    is unset or
    .Cm dumb ,
    radiod writes lines of plain text only.
    .It Ev NO_COLOR
    When not empty, no colours are used.
    .It Ev SPRINGRADIO_NO_TITLE
    When not empty, radiod does not change the title of the terminal\(aqs window.
    Otherwise the window shows station and title while the bars are shown.
    .It Ev SPRINGRADIO_URL , Ev SPRINGRADIO_TOKEN_FILE
    The address of a daemon on another machine for
    .Cm ctl
    and the view, and the file with its token.
    .It Ev LC_ALL , Ev LC_CTYPE , Ev LANG
    The first one that is set selects UTF\-8 or ASCII bars.
    .It Ev http_proxy , Ev https_proxy , Ev all_proxy
    The proxy for plain, for secure and for all addresses, such as
    .Li http://proxy.example:3128 .
    .It Ev no_proxy
    Hosts that need no proxy, separated by commas;
    .Li *
    means all.
    .It Ev SSL_CERT_FILE
    Certificates to trust instead of the system's, in PEM form.
    .It Ev XDG_CONFIG_HOME
    The folder of your station list and of the settings, instead of
    .Pa ~/.config .
    .It Ev XDG_CACHE_HOME
    The folder for results of the station directory, instead of
    .Pa ~/.cache .
    .It Ev XDG_STATE_HOME
    The folder for the state of the daemon and of
    .Cm play ,
    instead of
    .Pa ~/.local/state .
    .It Ev XDG_RUNTIME_DIR
    The folder of the daemon's sockets, instead of
    .Pa /run/user/UID
    or, if that does not exist,
    .Pa /tmp/springradio\-UID .
    .It Ev SPRINGRADIO_ Ns Ar SETTING
    A setting of the daemon;
    .Ev SPRINGRADIO_VOLUME
    and
    .Ev SPRINGRADIO_DEVICE
    also apply to
    .Cm play .
    .It Ev RADIO_EVENT , Ev RADIO_TITLE , Ev RADIO_ARTIST , Ev RADIO_STATION , Ev RADIO_URL , Ev RADIO_STATE
    Set for the programs of
    .Fl \-on\-title
    and
    .Fl \-on\-state ,
    which run one at a time and for at most ten seconds.
    .El
    .Sh FILES
    .Bl -tag -width Ds
    .It Pa ~/.config/springradio/stations.json
    Your own station list.
    It replaces the built\-in list, which
    .Fl \-stations Cm shipped
    selects.
    .It Pa ~/.config/springradio/config.json
    The settings of the daemon.
    .Li volume
    and
    .Li device
    also apply to
    .Cm play
    on a sound device; its options override them.
    .It Pa ~/.local/state/springradio/play.json
    The volume at the end of the last
    .Cm play
    on a sound device, if a key changed it.
    The next one begins with it, unless an option or a setting overrides it.
    Other outputs begin at 100.
    .It Pa ~/.local/state/springradio/
    The state of the daemon:
    .Pa state.json
    (the current station),
    .Pa history.jsonl
    (titles, one JSON object a line),
    .Pa recent.json
    (the stations played last, also with
    .Cm play ) ,
    .Pa scrobbles.json
    (listens that wait for a ListenBrainz server),
    .Pa scrobbles.refused.json
    (those that it did not take),
    .Pa clicks.json
    (when clicks were sent to the directory),
    .Pa sessions.json
    (browsers that have sent the token)
    and
    .Pa playlists/ .
    A file that is damaged is renamed to
    .Pa NAME.bad .
    .It Pa ~/.cache/springradio/searches/
    Results of the station directory, at most 32.
    .It Pa ~/.cache/springradio/pictures/
    Pictures of stations, at most 50 MiB; fetched again after 30 days.
    .It Pa $XDG_RUNTIME_DIR/springradio/
    The sockets of the daemon:
    .Pa radiod.sock
    (HTTP) and
    .Pa mpd.sock
    (Music Player Daemon's protocol).
    .It Pa ~/.asoundrc , Pa /etc/asound.conf
    ALSA's configuration, which defines the device
    .Cm default .
    .El
    """#
}
