// The reference parts: exit status and examples.
extension ManualText {
  static let end = #"""
    .Sh EXIT STATUS
    .Bl -tag -width Ds -compact
    .It 0
    The stream ended, or a key, SIGTERM, SIGHUP or the reader of the output ended the
    program.
    After SIGINT
    .Pq Ctrl\-C
    the program cleans up and dies of that signal: a shell shows 130, and ends the
    loop or script that runs it.
    .It 1
    Another daemon is running; an expectation of
    .Li radiod check
    does not hold.
    .It 64
    The command line is wrong.
    .It 65
    The data is not audio, or of an unsupported kind; the imported file is not a list,
    or has no usable entry; the station to add, or its id, is already in the list.
    .It 66
    No such station or file, or no station matches.
    .It 69
    The station or the directory cannot be reached, or retries were used up; a checked
    station does not play; the sound device cannot be used; another program has the
    port.
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
    Test the installation:
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
    Show the spectrum of another program's sound:
    .Pp
    .Dl ffmpeg \-i talk.ogg \-f mp3 \- | radiod spectrum \-
    .Pp
    Print the level of each window:
    .Pp
    .Dl radiod spectrum song.mp3 \-\-json | jq \-c \(aqselect(.rms) | [.time, .rms]\(aq
    .Pp
    Check a recording of a test tone, and compare sound with a stored measurement:
    .Pp
    .Dl radiod check take.wav \-\-tone 997+\-1 \-\-peak max:\-1 \-\-silence max:0.5s
    .Dl radiod check song.wav \-\-golden song.golden.json \-\-bless
    .Dl radiod check song.mp3 \-\-golden song.golden.json \-\-within 1dB
    Write the levels for numpy, 25 frames a second:
    .Pp
    .Dl radiod spectrum song.mp3 \-\-fps 25 \-\-output npz:song.npz
    .Pp
    Choose the station that
    .Li radiod play
    plays without an argument:
    .Pp
    .Dl radiod stations edit groovesalad \-\-favourite
    .Pp
    Add a station to your list, and import those of another player:
    .Pp
    .Dl radiod stations add \(dqNova\(dq https://novazz.ice.infomaniak.ch/novazz\-128.mp3 \-\-tag eclectic
    .Dl radiod stations import ~/.config/pyradio/stations.csv
    .Pp
    Export the list for another player:
    .Pp
    .Dl radiod stations export stations.m3u
    .Pp
    Identify the format of a file and of a pipe:
    .Pp
    .Dl radiod probe song.flac
    .Dl curl \-s https://example.org/live | radiod probe \-
    .Pp
    Turn down a running daemon, and follow what it plays:
    .Pp
    .Dl radiod ctl volume \-10
    .Dl radiod ctl watch
    .Pp
    Test which stations play:
    .Pp
    .Dl radiod stations check
    .Sh SEE ALSO
    .Xr aplay 1 ,
    .Xr cava 1 ,
    .Xr jq 1 ,
    .Xr mpg123 1
    """#
}
