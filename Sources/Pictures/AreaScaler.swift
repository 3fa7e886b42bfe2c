/// Scales a picture that arrives row by row. Each new pixel is the mean of the area that it covers, so that small
/// details count by their size. Holds no more than the new picture and a row.
struct AreaScaler {
  /// The new pixels so far, row by row.
  private(set) var pixels: [UInt8] = []

  private let channels: Int
  private let width: Int
  private let height: Int
  private let newWidth: Int
  private let newHeight: Int
  /// The number of rows that were added.
  private var row = 0
  /// The number of new rows that are complete.
  private var newRow = 0
  /// The row that was added last at its new width, times `width`.
  private var line: [Int]
  /// The sum for the new row, times `width × height`.
  private var sums: [Int]

  /// Creates a scaler for pixels of `channels` bytes; all sizes are at least 1.
  init(channels: Int, width: Int, height: Int, newWidth: Int, newHeight: Int) {
    self.channels = channels
    self.width = width
    self.height = height
    self.newWidth = newWidth
    self.newHeight = newHeight
    line = [Int](repeating: 0, count: newWidth * channels)
    sums = line
    pixels.reserveCapacity(newWidth * newHeight * channels)
  }

  /// Takes the next row, of `width × channels` bytes.
  mutating func add(_ source: UnsafeBufferPointer<UInt8>) {
    scale(source)
    // In units of 1 / (height × newHeight) of the picture's height an old row is newHeight units high, and a new one
    // height units.
    let (top, bottom) = (row * newHeight, (row + 1) * newHeight)
    row += 1
    while newRow < newHeight, newRow * height < bottom {
      let end = (newRow + 1) * height
      let share = min(end, bottom) - max(newRow * height, top)
      for index in sums.indices { sums[index] += line[index] * share }
      guard end <= bottom else { return }
      finishRow()
    }
  }

  /// Fills `line` from a row.
  private mutating func scale(_ source: UnsafeBufferPointer<UInt8>) {
    let (channels, width, newWidth) = (channels, width, newWidth)
    line.withUnsafeMutableBufferPointer { line in
      for x in 0..<newWidth {
        let (left, right) = (x * width, (x + 1) * width)
        for channel in 0..<channels { line[x * channels + channel] = 0 }
        var place = left / newWidth
        while place * newWidth < right {
          let share = min((place + 1) * newWidth, right) - max(place * newWidth, left)
          for channel in 0..<channels {
            line[x * channels + channel] += Int(source[place * channels + channel]) * share
          }
          place += 1
        }
      }
    }
  }

  private mutating func finishRow() {
    let area = width * height
    for index in sums.indices {
      pixels.append(UInt8(truncatingIfNeeded: (sums[index] + area / 2) / area))
      sums[index] = 0
    }
    newRow += 1
  }
}
