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
    It takes the place of the list in the program; so the first of these commands
    begins it with the stations of that list, and says so, unless
    .Cm add
    or
    .Cm import
    is given
    .Fl \-begin\-empty .
    A file that was named, and is not there, begins empty with these two.
    Any number of these commands may run at a time.
    What they do not understand in the file stays as it is, and a file that is
    wrong is never written over.
    A running daemon reloads it.
    .Pp
    A station is told from others by its id, which is made from its name: lower case
    letters, digits and hyphens, Cyrillic and Greek in Latin letters, and a number
    behind it where the list has that id.
    A station whose address is in the list already is not added again: the exit
    status is 65.
    .Pp
    .Cm edit
    changes what it is given and leaves the rest:
    .Bd -literal -offset indent
    $ radiod stations edit groovesalad \-\-favourite
    $ radiod stations edit fip \-\-tags jazz,eclectic \-\-name \(dqFIP Paris\(dq
    .Ed
    .Pp
    The first favourite in the list is what
    .Nm
    .Cm play
    plays without an argument; without a favourite it plays the demo.
    The list has the order of its file.
    .Cm move
    changes it, and so what the keys
    .Ic n
    and
    .Ic b
    lead to.
    .Pp
    .Cm list ,
    the default, takes words, tags and a country, which all must fit:
    .Li radiod stations jazz \-\-country FR .
    .Pp
    .Cm import
    reads PLS, M3U, XSPF, ASX and OPML, the CSV of PyRadio, the bookmarks of
    radiotray\-ng, and stations.json, from a file, a web address or standard input,
    of 1 MiB at most.
    Groups become tags; feeds, links and what has no http or https address are left
    out, as is what a public server says of addresses in private networks.
    Standard input may be silent for a minute.
    Each entry is told of in a line, and with
    .Fl \-json
    in an object with the
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
    with names and addresses alone,
    .Cm xspf
    with all but the user agent and what radiod does not know, and
    .Cm json
    with everything.
    A new file is private; one that is replaced keeps its owner and its mode.
    .Pp
    .Cm check
    asks 16 stations at a time, each for 20 seconds at most, and writes a table, or
    with
    .Fl \-json
    an object a line, in the order of the list: the state, the codec, the bit rate,
    the time to the first packet, and the title, or what is wrong.
    SIGINT ends it early, after what was found is summed up.
    """#

  static let directory = #"""
    .Sh THE STATION DIRECTORY
    .Nm
    .Cm stations search
    asks the directory of
    .Lk https://www.radio\-browser.info
    for stations: a list that is free, and that its listeners keep.
    .Bd -literal -offset indent
    $ radiod stations search jazz \-\-country FR
    $ radiod play \-\-from\-search 3
    $ radiod stations add \-\-from\-search 3 5
    .Ed
    .Pp
    Its servers are found by asking for the addresses of
    .Li all.api.radio\-browser.info
    and for the name of each of them.
    They are asked over HTTPS, in an order of chance, until one answers.
    .Fl \-server ,
    the variable
    .Ev SPRINGRADIO_DIRECTORY
    and the setting
    .Li directory
    name another.
    .Pp
    What was found is used again for a day, unless
    .Fl \-refresh
    asks for something newer, and later as long as the directory cannot be reached,
    which a line on standard error tells.
    The numbers are those of the last search.
    .Pp
    When a station that was found there begins to sound,
    .Cm play
    and
    .Cm serve
    tell the directory, each run once a day for each: it ranks stations by that.
    It learns the station, your address, and that this is
    .Nm SpringRadio .
    No other station and no file is told of.
    .Cm play Fl \-no\-clicks
    and the setting
    .Li clicks
    (false in
    .Pa config.json
    or in
    .Ev SPRINGRADIO_CLICKS ,
    for both of them) keep it to yourself; a service that runs goes by that when it
    is started anew.
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
