package import RadioModel

/// Draws the sound into the place of the bars. A view has one for each ``VisualizerMode``, which keeps what it shows
/// while another one is drawn.
package protocol Visualizer: Sendable {
  /// The pictures a second that differ from each other.
  static var framesPerSecond: Int { get }
  /// True when it has the place of the scales, too.
  static var coversScales: Bool { get }
  /// True while it moves without sound.
  var isMoving: Bool { get }

  /// Applies the colours of a theme for terminals with `depth` colours.
  mutating func apply(_ theme: Theme, depth: ColorDepth)
  /// Receives the sound of the next picture at `now`, in nanoseconds of the monotonic clock, and the station that
  /// plays. `region` is the place of the bars.
  mutating func receive(
    _ spectrum: LiveSpectrum, isAudible: Bool, status: RadioStatus, region: Region, now: Int64)
  /// Makes the next call of `draw` draw the whole region, because other content was drawn into it.
  mutating func invalidate()
  /// Draws into all of `region` and nowhere else. `picture` is that of the sound that was taken last.
  mutating func draw(_ picture: BarPicture, layout: BarsLayout, region: Region, into canvas: inout Canvas)
  /// Draws the scales below and beside the bars of `place`, as far as it has some, into blank cells.
  func drawScales(_ picture: BarPicture, layout: BarsLayout, place: ViewLayout, into canvas: inout Canvas)
}

extension Visualizer {
  /// As many as there are.
  package static var framesPerSecond: Int { ViewOptions.maximumFramesPerSecond }
  /// False: the scales are shown.
  package static var coversScales: Bool { false }
  /// False: it shows the sound alone.
  package var isMoving: Bool { false }

  /// Ignores the theme: the styles follow it.
  package mutating func apply(_ theme: Theme, depth: ColorDepth) {}
  /// Ignores the sound: the bars show it.
  package mutating func receive(
    _ spectrum: LiveSpectrum, isAudible: Bool, status: RadioStatus, region: Region, now: Int64
  ) {}
  /// Does nothing: each picture is drawn as a whole.
  package mutating func invalidate() {}
  /// Draws the scales of frequencies and levels.
  package func drawScales(_ picture: BarPicture, layout: BarsLayout, place: ViewLayout, into canvas: inout Canvas) {
    FrequencyScale.draw(picture.frequencies, layout: layout, place: place, into: &canvas)
    LevelScale.draw(picture.levels, bars: place.bars, column: place.levelScaleColumn, into: &canvas)
  }
}
