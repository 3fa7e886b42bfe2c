extension ManualText {
  /// The output of `spectrum --json`.
  static let json = #"""
    .Sh SPECTRUM AS JSON
    .Nm
    .Cm spectrum Fl \-json
    writes one object a line.
    The first has the
    .Li type
    .Li header
    and describes the frames:
    .Li source ,
    .Li codec ,
    .Li sampleRate
    and
    .Li channels
    of the sound;
    .Li mode ,
    which is
    .Li mono
    for frames with one row (of a mono sound, or with
    .Fl \-channels Cm mono )
    and else
    .Li stereo ;
    .Li fftSize ,
    .Li hop ,
    .Li window ,
    .Li weighting ,
    .Li profile
    and
    .Li bands ;
    .Li floor ,
    the lowest level (\-120 dBFS);
    .Li rmsReference ,
    which is
    .Li sine :
    a full\-scale sine has an RMS of 0 dBFS (AES17), where ffmpeg's astats and sox
    print \-3.01; and
    .Li program ,
    with the version.
    When the format changes, another header follows.
    .Pp
    A
    .Li frame
    has, for each row,
    .Li levels
    (dBFS, one a band; a full\-scale sine is 0),
    .Li bars
    (heights as the profile draws them, 0 at the bottom and 1 at the top, which only
    .Li springradio
    may exceed),
    .Li peak
    and
    .Li rms
    (dBFS), and the
    .Li time
    of the middle of its window in seconds.
    .Li metadata
    has a new title, and
    .Li end
    the number of frames and the reason for the end.
    .Pp
    The headers of a live stream, and those of
    .Cm ctl spectrum ,
    have a
    .Li clock :
    the time of day at which
    .Li time
    was 0, by ISO 8601.
    Adding a frame's
    .Li time
    gives the time at which the sound was received, or with
    .Cm ctl spectrum
    heard.
    .Cm ctl history Fl \-json
    writes
    .Li clock
    in the same form.
    After a reconnect,
    .Cm spectrum
    continues from the last sound.
    .Pp
    Raw samples on standard input need
    .Fl \-format :
    .Bd -literal -offset indent
    $ arecord \-t raw \-f S16_LE \-r 48000 \-c 2 |
        radiod spectrum \- \-\-json \-\-format s16le:48000:2
    .Ed
    .Pp
    The same file and options give the same bytes.
    """#
}
