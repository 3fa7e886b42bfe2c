import Pictures

extension FuzzTarget {
  /// Pictures of every kind: what is too large does not reach the decoder, what reaches it is a plain file of its kind, and
  /// what comes out has the size that the header says or a smaller one, with a dominant colour.
  static let picture = FuzzTarget("picture") { input in
    let side = max(input.byte(), 1)
    let bytes = input.payload
    guard let file = try? EncodedPicture(bytes) else { return }
    let header = file.header
    let sides = 1...PictureHeader.maximumSide
    claim(sides.contains(header.width) && sides.contains(header.height), "a size within the bounds: \(header)")
    claim(file.bytes.count <= bytes.count + 32, "no more bytes than there were")
    do throws(PictureError) {
      let again = try EncodedPicture(file.bytes)
      claim(again == file, "what was left out once is left out: \(header) and \(again.header)")
    } catch {
      fail("broken promise: what the decoder gets is a file of its kind: \(error)")
    }
    guard let picture = try? PictureDecoder.decode(file, side: side) else { return }
    let (width, height) = (picture.width, picture.height)
    claim(picture.pixels.count == 3 * width * height, "all pixels: \(width) × \(height)")
    claim(max(width, height) == min(side, max(header.width, header.height)), "as large as it may be, \(side)")
    claim(width <= header.width && height <= header.height, "never larger than it was")
    claim((try? PictureDecoder.decode(file, side: side)) == picture, "the same picture each time")
    let color = DominantColor.of(picture)
    claim(isBetween(color, picture), "a colour of the picture or between some: \(color)")
    let scaled = picture.scaled(width: 5, height: 300)
    claim(scaled.pixels.count == 4500 && isWithin(scaled, picture), "a mean is between what it is of")
  }

  /// True when each component lies between the smallest and the largest one of the picture.
  private static func isBetween(_ color: PictureColor, _ picture: Picture) -> Bool {
    let parts = [color.red, color.green, color.blue]
    return parts.indices.allSatisfy { range($0, of: picture).contains(parts[$0]) }
  }

  private static func isWithin(_ inner: Picture, _ outer: Picture) -> Bool {
    (0..<3).allSatisfy { channel in
      let (inner, outer) = (range(channel, of: inner), range(channel, of: outer))
      return outer.contains(inner.lowerBound) && outer.contains(inner.upperBound)
    }
  }

  private static func range(_ channel: Int, of picture: Picture) -> ClosedRange<UInt8> {
    let values = stride(from: channel, to: picture.pixels.count, by: 3).map { picture.pixels[$0] }
    return (values.min() ?? 0)...(values.max() ?? 0)
  }
}
