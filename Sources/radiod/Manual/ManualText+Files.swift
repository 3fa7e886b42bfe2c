extension ManualText {
  /// The relevant environment variables, and the files.
  static let environment = #"""
    .Sh ENVIRONMENT
    .Bl -tag -width Ds
    .It Ev TERM , Ev COLORTERM
    Tell which colours the terminal has.
    With
    .Ev TERM
    unset or
    .Cm dumb
    nothing but lines of plain text is written.
    .It Ev NO_COLOR
    When not empty, no colours are used.
    .It Ev SPRINGRADIO_NO_TITLE
    When not empty, the title of the terminal\(aqs window is left alone.
    Else it names the station and the title while the bars are shown.
    .It Ev LC_ALL , Ev LC_CTYPE , Ev LANG
    The first that is set tells whether the terminal shows UTF\-8; if not, bars
    are drawn in ASCII.
    .It Ev http_proxy , Ev https_proxy , Ev all_proxy
    The proxy for plain, for secure and for all addresses, such as
    .Li http://proxy.example:3128 .
    .It Ev no_proxy
    Hosts, separated by commas, that are reached without a proxy;
    .Li *
    is all.
    .It Ev SSL_CERT_FILE
    Certificates to trust instead of the system's, in PEM form.
    .It Ev XDG_CONFIG_HOME
    Where your own station list and the settings of the service are looked for,
    instead of
    .Pa ~/.config .
    .It Ev XDG_CACHE_HOME
    Where answers of the station directory are kept, instead of
    .Pa ~/.cache .
    .It Ev XDG_STATE_HOME
    Where the service and
    .Cm play
    remember things, instead of
    .Pa ~/.local/state .
    .It Ev XDG_RUNTIME_DIR
    Where the service has its sockets, instead of
    .Pa /run/user/UID
    or, where that is missing,
    .Pa /tmp/springradio\-UID .
    .It Ev SPRINGRADIO_ Ns Ar SETTING
    A setting of the service;
    .Ev SPRINGRADIO_VOLUME
    and
    .Ev SPRINGRADIO_DEVICE
    hold for
    .Cm play
    too.
    .El
    .Sh FILES
    .Bl -tag -width Ds
    .It Pa ~/.config/springradio/stations.json
    Your own station list.
    It takes the place of the one in the program, which
    .Nm
    .Fl \-stations Cm shipped
    brings back.
    .It Pa ~/.config/springradio/config.json
    The settings of the service.
    .Li volume
    and
    .Li device
    hold for
    .Cm play
    too when it plays on a sound device; its options are above them.
    .It Pa ~/.local/state/springradio/play.json
    The volume at the end of the last
    .Cm play
    on a sound device, if a key changed it.
    The next begins with it, unless an option or the settings say otherwise.
    Other outputs begin at 100.
    .It Pa ~/.local/state/springradio/
    What the service remembers:
    .Pa state.json
    (what plays),
    .Pa history.jsonl
    (what was heard, a JSON object a line) and
    .Pa playlists/ .
    .It Pa ~/.cache/springradio/searches/
    What the station directory answered; 32 answers at most.
    .It Pa $XDG_RUNTIME_DIR/springradio/
    The sockets of the service:
    .Pa radiod.sock
    (HTTP) and
    .Pa mpd.sock
    (Music Player Daemon's protocol).
    .It Pa ~/.asoundrc , Pa /etc/asound.conf
    ALSA's configuration: what the device
    .Cm default
    is.
    .El
    """#
}
