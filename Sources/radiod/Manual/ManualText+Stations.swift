// The texts about station lists and the directory.
extension ManualText {
  static let stations = #"""
    .Sh YOUR STATIONS
    .Nm
    .Cm stations add ,
    .Cm edit ,
    .Cm rename ,
    .Cm move ,
    .Cm remove
    and
    .Cm import
    change your own list,
    .Pa ~/.config/springradio/stations.json ,
    or the one that
    .Fl \-stations
    names.
    Your list replaces the built\-in one; therefore the first of these commands
    copies the built\-in stations to it, and says so, unless
    .Cm add
    or
    .Cm import
    has the option
    .Fl \-begin\-empty .
    With these two, a list that
    .Fl \-stations
    names and that does not exist begins empty.
    Several of these commands may run at the same time.
    They keep unknown keys, and never overwrite a file that is not valid.
    A running daemon reloads the list.
    .Pp
    Each station has an id, which is made from its name: lower case letters, digits
    and hyphens, with Cyrillic and Greek transliterated, and a number if the list has
    that id.
    A station whose address is already in the list is not added again (exit status
    65).
    .Pp
    .Cm edit
    changes the given fields only:
    .Bd -literal -offset indent
    $ radiod stations edit groovesalad \-\-favourite
    $ radiod stations edit fip \-\-tags jazz,eclectic \-\-name \(dqFIP Paris\(dq
    .Ed
    .Pp
    The first favourite in the list is what
    .Nm
    .Cm play
    plays without an argument; without a favourite it plays the demo.
    The keys
    .Ic n
    and
    .Ic b
    follow the order of the list, which
    .Cm move
    changes.
    .Pp
    .Cm list ,
    the default, takes words, tags and a country, all of which must match:
    .Li radiod stations jazz \-\-country FR .
    .Pp
    .Cm import
    reads PLS, M3U, XSPF, ASX and OPML, the CSV of PyRadio, the bookmarks of
    radiotray\-ng, and stations.json, from a file, a web address or standard input,
    up to 1 MiB, or 16 MiB of a file that is a stations.json.
    Groups become tags.
    Feeds, links, entries without an http or https address, and private addresses in
    a list from a public server are left out.
    Reading standard input ends after a minute without data.
    Each entry gives a line of output, or with
    .Fl \-json
    an object with the
    .Li result
    .Li added ,
    .Li duplicate
    or
    .Li leftOut .
    .Pp
    .Cm export
    writes for other programs:
    .Cm m3u
    with ids, tags, logos, countries and languages as attributes,
    .Cm pls
    with names and addresses only,
    .Cm xspf
    with everything except the user agent and unknown keys, and
    .Cm json
    with everything.
    A new file is private; a replaced file keeps its owner and mode.
    .Pp
    .Cm check
    tests 16 stations at a time, each for up to 20 seconds, and writes a table, or
    with
    .Fl \-json
    one object a line, in the order of the list: state, codec, bit rate, time to the
    first packet, and title or error.
    SIGINT ends it early, with a summary.
    """#

  static let directory = #"""
    .Sh THE STATION DIRECTORY
    .Nm
    .Cm stations search
    asks the directory of
    .Lk https://www.radio\-browser.info
    for stations, a free list that its users maintain.
    .Bd -literal -offset indent
    $ radiod stations search jazz \-\-country FR
    $ radiod play \-\-from\-search 3
    $ radiod stations add \-\-from\-search 3 5
    .Ed
    .Pp
    radiod resolves
    .Li all.api.radio\-browser.info
    and the name of each address, and asks these servers over HTTPS in random order
    until one answers.
    .Fl \-server ,
    the variable
    .Ev SPRINGRADIO_DIRECTORY
    and the setting
    .Li directory
    select another server.
    .Pp
    Results are cached for a day;
    .Fl \-refresh
    asks the server again.
    Older results are used while the directory cannot be reached, with a notice on
    standard error.
    The numbers refer to the last search.
    .Pp
    When a station found there begins to play,
    .Cm play
    and
    .Cm serve
    send a click to the directory, at most one per station and day in each run.
    The directory ranks stations by clicks.
    It learns the station, your address, and the name
    .Nm SpringRadio .
    Other stations and files are never reported.
    .Cm play Fl \-no\-clicks
    and the setting
    .Li clicks
    (false in
    .Pa config.json
    or in
    .Ev SPRINGRADIO_CLICKS )
    turn clicks off; a running daemon applies the setting after a restart.
    .Pp
    With
    .Fl \-json
    each line is an object with the
    .Li number ,
    .Li directoryId ,
    .Li name ,
    .Li url ,
    .Li tags ,
    .Li hls ,
    .Li votes
    and
    .Li clicks
    of a station, and, where the directory has them,
    .Li resolvedUrl
    (where the address led),
    .Li homepage ,
    .Li image ,
    .Li country ,
    .Li language ,
    .Li codec
    and
    .Li bitRate
    (bit/s).
    """#
}
