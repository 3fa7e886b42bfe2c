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
    and says what the frames are:
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
    below which no level is told (\-120 dBFS);
    .Li rmsReference ,
    which is
    .Li sine :
    a full\-scale sine has an RMS of 0 dBFS, as AES17 has it, where ffmpeg's astats and
    sox say \-3.01; and
    .Li program ,
    with the version on which the bytes depend.
    Another header follows whenever the format changes.
    .Pp
    A
    .Li frame
    has, for each row,
    .Li levels
    (dBFS, one a band; a full\-scale sine is 0),
    .Li bars
    (heights as the profile draws them: 0 is the bottom and 1 the top, which
    .Li rta
    does not pass, but
    .Li springradio
    may),
    .Li peak
    and
    .Li rms
    (dBFS), and the
    .Li time
    of the middle of its window in seconds.
    .Li metadata
    tells a new title, and
    .Li end
    the number of frames and why there are no more.
    .Pp
    The headers of a live stream, and those of
    .Cm ctl spectrum ,
    have a
    .Li clock :
    the time of day at which
    .Li time
    was 0, by ISO 8601.
    A frame's
    .Li time
    added to it is when the sound was received, or with
    .Cm ctl spectrum
    when it was heard.
    What
    .Cm ctl history Fl \-json
    writes has a
    .Li clock
    of the same form.
    After a lost connection
    .Cm spectrum
    counts on from the last sound.
    .Pp
    Samples that another program writes are read with
    .Fl \-format :
    .Bd -literal -offset indent
    $ arecord \-t raw \-f S16_LE \-r 48000 \-c 2 |
        radiod spectrum \- \-\-json \-\-format s16le:48000:2
    .Ed
    .Pp
    For a file the same input and options give the same bytes.
    """#
}
