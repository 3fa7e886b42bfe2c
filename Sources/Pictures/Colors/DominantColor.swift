/// Finds the colour that people would name first when they see a picture: one that is frequent and has a hue. Groups
/// the pixels around the colours that are nearest to each other (k-means; Lloyd, 1982), always with the same result.
public enum DominantColor {
  /// The number of groups.
  private static let groups = 6
  /// The number of rounds after which the groups are good enough.
  private static let rounds = 12
  /// The width and height of the picture that is looked at.
  private static let side = 48
  /// The difference of the largest and the smallest component, 0…255, below which a colour is grey.
  private static let greyRange = 28.0
  /// How much a grey colour counts beside one of full colour.
  private static let greyWeight = 0.06

  /// Returns the dominant colour of `picture`.
  public static func of(_ picture: Picture) -> PictureColor {
    let size = Picture.size(width: picture.width, height: picture.height, within: side)
    let small = picture.scaled(width: size.width, height: size.height)
    let points = stride(from: 0, to: small.pixels.count, by: 3).map { place in
      SIMD3(Double(small.pixels[place]), Double(small.pixels[place + 1]), Double(small.pixels[place + 2]))
    }
    var centres = seeds(points)
    var counts: [Int] = []
    for _ in 0..<rounds {
      let (moved, newCounts) = step(points, centres)
      counts = newCounts
      if moved == centres { break }
      centres = moved
    }
    let groups = zip(centres, counts).filter { $0.1 > 0 }
    let isColorful = groups.contains { range($0.0) >= greyRange && $0.1 * 50 >= points.count }
    let best = groups.max { left, right in
      isColorful
        ? weight(left.0, count: left.1) < weight(right.0, count: right.1) : left.1 < right.1
    }
    return color(best?.0 ?? .zero)
  }

  /// Returns the first centres: the most frequent colours that are far from each other, at most ``groups``.
  private static func seeds(_ points: [SIMD3<Double>]) -> [SIMD3<Double>] {
    // Eight levels of each component.
    var sums = [SIMD3<Double>](repeating: .zero, count: 512)
    var counts = [Int](repeating: 0, count: 512)
    for point in points {
      let cell = (Int(point.x) & 0xE0) << 1 | (Int(point.y) & 0xE0) >> 2 | Int(point.z) >> 5
      sums[cell] += point
      counts[cell] += 1
    }
    let cells = counts.indices.filter { counts[$0] > 0 }
    let means = cells.map { sums[$0] / Double(counts[$0]) }
    var seeds: [SIMD3<Double>] = []
    while seeds.count < groups {
      var best: (index: Int, weight: Double)?
      for (index, mean) in means.enumerated() {
        let distance = seeds.map { squared($0 - mean) }.min() ?? 1
        let weight = Double(counts[cells[index]]) * distance
        if weight > best?.weight ?? 0 { best = (index, weight) }
      }
      guard let best else { break }
      seeds.append(means[best.index])
    }
    return seeds
  }

  /// Assigns each point to its nearest centre. Returns the means of the groups and the numbers of their points.
  private static func step(
    _ points: [SIMD3<Double>], _ centres: [SIMD3<Double>]
  ) -> (centres: [SIMD3<Double>], counts: [Int]) {
    var sums = [SIMD3<Double>](repeating: .zero, count: centres.count)
    var counts = [Int](repeating: 0, count: centres.count)
    for point in points {
      var nearest = 0
      var least = Double.infinity
      for (index, centre) in centres.enumerated() {
        let distance = squared(point - centre)
        if distance < least { (nearest, least) = (index, distance) }
      }
      guard !centres.isEmpty else { break }
      sums[nearest] += point
      counts[nearest] += 1
    }
    let means = centres.indices.map { counts[$0] > 0 ? sums[$0] / Double(counts[$0]) : centres[$0] }
    return (means, counts)
  }

  /// Returns how much a group counts: the root of its share, so that a small coloured mark wins over a large grey
  /// ground, times its colour. Very dark colours count less, since their hue can hardly be seen.
  private static func weight(_ centre: SIMD3<Double>, count: Int) -> Double {
    let visible = min(centre.max() / 90, 1)
    let colour = range(centre) < greyRange ? greyWeight : range(centre) / 255
    return Double(count).squareRoot() * colour * visible
  }

  private static func range(_ color: SIMD3<Double>) -> Double { color.max() - color.min() }

  private static func squared(_ vector: SIMD3<Double>) -> Double { (vector * vector).sum() }

  private static func color(_ point: SIMD3<Double>) -> PictureColor {
    func part(_ value: Double) -> UInt8 { UInt8(min(max(value.rounded(), 0), 255)) }
    return PictureColor(red: part(point.x), green: part(point.y), blue: part(point.z))
  }
}
