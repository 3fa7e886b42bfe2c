// The reference parts: exit status and examples.
extension ManualText {
  static let end = #"""
    .Sh EXIT STATUS
    .Bl -tag -width Ds -compact
    .It 0
    The stream came to its end, or it was stopped by a key, by SIGTERM or SIGHUP, or
    because the output is not read any more.
    SIGINT
    .Pq Ctrl\-C
    ends the program as cleanly, and it dies of that signal: a shell shows 130, and
    ends a loop or script that runs it.
    .It 1
    The service runs already.
    .It 64
    The command line is wrong.
    .It 65
    What was opened is no audio, or of a kind that is not supported, or what was
    imported is no list, or has nothing in it that can be used, or the station to be
    added, or its id, is in the list already.
    .It 66
    There is no such station or file, or a search or a list has none that fits.
    .It 69
    The station or the directory cannot be reached, it does not come back, a station
    that was checked does not play, the sound device cannot be used, or another
    program has the port that was asked for.
    .It 71
    Out of resources: open files, memory or threads.
    .It 73
    A file cannot be created.
    .It 74
    Writing failed.
    .It 78
    The station list or the settings are wrong.
    .El
    .Sh EXAMPLES
    See and hear whether all works:
    .Pp
    .Dl radiod play demo
    .Pp
    Play a station of the list, and an address:
    .Pp
    .Dl radiod play groovesalad
    .Dl radiod play https://ice1.somafm.com/groovesalad\-128\-mp3
    .Pp
    Record an hour:
    .Pp
    .Dl radiod play fip \-\-output wav:fip.wav \-\-duration 3600 \-\-no\-view
    .Pp
    Watch what another program plays:
    .Pp
    .Dl ffmpeg \-i talk.ogg \-f mp3 \- | radiod spectrum \-
    .Pp
    How loud is it, window by window?
    .Pp
    .Dl radiod spectrum song.mp3 \-\-json | jq \-c \(aqselect(.rms) | [.time, .rms]\(aq
    .Pp
    Make a station the one that
    .Li radiod play
    plays without an argument:
    .Pp
    .Dl radiod stations edit groovesalad \-\-favourite
    .Pp
    Add a station to your list, and those you had elsewhere:
    .Pp
    .Dl radiod stations add \(dqNova\(dq https://novazz.ice.infomaniak.ch/novazz\-128.mp3 \-\-tag eclectic
    .Dl radiod stations import ~/.config/pyradio/stations.csv
    .Pp
    Take the list along to another player:
    .Pp
    .Dl radiod stations export stations.m3u
    .Pp
    What is in a file, and what does a pipe bring?
    .Pp
    .Dl radiod probe song.flac
    .Dl curl \-s https://example.org/live | radiod probe \-
    .Pp
    Turn down a running daemon, and follow what it plays:
    .Pp
    .Dl radiod ctl volume \-10
    .Dl radiod ctl watch
    .Pp
    Which of its stations play?
    .Pp
    .Dl radiod stations check
    .Sh SEE ALSO
    .Xr aplay 1 ,
    .Xr cava 1 ,
    .Xr jq 1 ,
    .Xr mpg123 1
    """#
}
