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
    .Fl \-channels Cm mono ) ,
    .Li all
    for one row for each of more than two channels, and else
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
    print \-3.01;
    .Li program ,
    with the version;
    .Li sourceChannels ,
    which is more than
    .Li channels
    where channels were mixed; and
    .Li schema ,
    the form of the lines.
    When the format changes, another header follows; its
    .Li unframed
    counts the samples before it that are in no frame.
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
    A last window that the sound does not fill ends in zeros, whose number is
    .Li padded .
    With
    .Fl \-lufs
    a frame has
    .Li momentary ,
    .Li shortTerm
    and
    .Li integrated
    loudness up to the end of its window.
    .Li metadata
    has a new title, and
    .Li end
    the number of
    .Li frames ,
    the
    .Li reason
    for the end and its
    .Li code
    (\c
    .Li end ,
    .Li limit ,
    .Li stopped ,
    .Li lost
    or
    .Li failed ) ,
    and for the whole sound
    .Li samples
    (of a channel),
    .Li duration ,
    .Li peak
    with
    .Li peakTime
    and
    .Li peakChannel ,
    .Li fullScale
    (the number of samples at full scale),
    .Li longestFullScale
    (the longest run of them),
    .Li dc
    (the mean of each channel) and
    .Li invalidSamples
    (NaN or infinite, measured as 0); with
    .Fl \-lufs
    also
    .Li integrated ,
    .Li range ,
    .Li truePeak
    and
    .Li layoutKnown .
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
