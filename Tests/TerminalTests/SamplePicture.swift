import AudioCore
import RadioModel
import Terminal

/// Statuses and bars that are the same on every run.
enum SamplePicture {
  static var status: RadioStatus {
    var status = RadioStatus(state: .playing, volume: 80)
    status.name = "SomaFM Groove Salad"
    status.title = "宇多田ヒカル - 光 🎵 (Ambient Mix) – à la carte"
    status.codec = .mp3
    status.bitRate = 127_900
    status.format = AudioFormat(sampleRate: 44_100, channels: 2)
    status.elapsed = 3723.9
    status.buffered = 8.04
    status.bufferCapacity = 20
    return status
  }

  /// Bars in waves that become lower towards the high bands, with caps above some of them.
  static func bars(_ layout: BarsLayout) -> BarPicture {
    var picture = BarPicture(
      channels: layout.channels, bands: layout.bands, frequencies: 40...18_000, levels: -70 ... -10)
    for channel in 0..<layout.channels {
      for band in 0..<layout.bands {
        let place = Float(band) / Float(max(layout.bands - 1, 1))
        let wave = abs((place * 7).truncatingRemainder(dividingBy: 2) - 1)
        let height = max((1 - place) * (0.25 + 0.75 * wave) * (channel == 0 ? 1 : 0.7), 0)
        picture.heights[channel * layout.bands + band] = band % 9 == 8 ? 0 : height
        picture.caps[channel * layout.bands + band] = min(height + 0.11 * place, 1)
      }
    }
    return picture
  }

  /// The whole picture at a size, as lines of text.
  static func lines(
    columns: Int, rows: Int, glyphs: GlyphSet = .eighths, channels: Int = 1, status: RadioStatus = status,
    help: Bool = false, flash: String? = nil
  ) -> [String] {
    var painter = ViewPainter(columns: columns, rows: rows, glyphs: glyphs)
    painter.viewName = channels == 2 ? "rta stereo" : "rta mono"
    painter.showsHelp = help
    painter.flash = flash
    let layout = BarsLayout(columns: painter.layout.bars.columns, channels: channels)
    painter.show(status)
    _ = painter.paint(bars(layout), bars: layout)
    return lines(painter.canvas)
  }

  /// A canvas as lines of text, without blanks at their ends.
  static func lines(_ canvas: Canvas) -> [String] {
    (0..<canvas.rows).map { row in
      var line = ""
      for column in 0..<canvas.columns {
        let cell = canvas[row, column]
        if cell.glyph >= Cell.firstCluster {
          line += String(decoding: canvas.clusters[Int(cell.glyph - Cell.firstCluster)], as: UTF8.self)
        } else if cell.columns > 0, let scalar = Unicode.Scalar(cell.glyph) {
          line.unicodeScalars.append(scalar)
        }
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}

extension RadioStatus {
  /// Changes the status to an attempt to reconnect.
  mutating func retry(_ reason: String, seconds: Int) { (state, self.reason, retryIn) = (.retrying, reason, seconds) }
}
