/// The picture of the demo station, drawn here: bars of a spectrum in front of an evening sky, and their reflection.
enum DemoPicture {
  private static let side = 256
  /// The row in which the bars stand.
  private static let ground = 176
  /// The heights of the bars, in pixels.
  private static let bars = [38, 74, 118, 92, 136, 104, 66, 84, 48, 28]
  private static let barWidth = 16
  private static let barSpacing = 22
  private static let sun = (x: 188, y: 60, radius: 30)

  private static let sky: [(share: Double, color: SIMD3<Double>)] = [
    (0, SIMD3(18, 26, 74)), (0.45, SIMD3(64, 44, 122)), (0.72, SIMD3(196, 74, 110)), (1, SIMD3(246, 152, 88)),
  ]
  private static let water = SIMD3<Double>(14, 22, 58)
  private static let sunColor = SIMD3<Double>(255, 226, 150)
  private static let barColors = (low: SIMD3<Double>(30, 178, 170), high: SIMD3<Double>(236, 240, 120))

  /// The picture, 256 × 256.
  static let picture: Picture = {
    var pixels: [UInt8] = []
    pixels.reserveCapacity(3 * side * side)
    for y in 0..<side {
      for x in 0..<side {
        let color = y < ground ? scene(x, y) : reflection(x, y)
        for part in [color.x, color.y, color.z] { pixels.append(UInt8(min(max(part, 0), 255))) }
      }
    }
    return Picture(width: side, height: side, checked: pixels)
  }()

  /// The colour above the ground.
  private static func scene(_ x: Int, _ y: Int) -> SIMD3<Double> {
    if let height = barHeight(at: x), y >= ground - height {
      let share = Double(ground - y) / 140
      return barColors.low + (barColors.high - barColors.low) * share
    }
    let (dx, dy) = (x - sun.x, y - sun.y)
    let distance = Double(dx * dx + dy * dy).squareRoot()
    let light = min(max(Double(sun.radius) + 0.5 - distance, 0), 1)
    let glow = 0.35 * max(0, 1 - (distance - Double(sun.radius)) / 70)
    let color = skyColor(Double(y) / Double(ground))
    return color + (sunColor - color) * max(light, distance > Double(sun.radius) ? glow : 1)
  }

  /// The colour below the ground: the scene upside down, darker with the distance.
  private static func reflection(_ x: Int, _ y: Int) -> SIMD3<Double> {
    let depth = y - ground
    let color = scene(x, max(ground - 1 - 2 * depth, 0))
    let share = 0.5 * (1 - Double(depth) / Double(side - ground))
    return water + (color - water) * (depth % 6 < 4 ? share : share / 2)
  }

  /// The height of the bar in a column; nil between two bars.
  private static func barHeight(at x: Int) -> Int? {
    let place = x - (side - bars.count * barSpacing + barSpacing - barWidth) / 2
    guard place >= 0, place / barSpacing < bars.count, place % barSpacing < barWidth else { return nil }
    return bars[place / barSpacing]
  }

  private static func skyColor(_ share: Double) -> SIMD3<Double> {
    guard let upper = sky.firstIndex(where: { $0.share >= share }), upper > 0 else { return sky[0].color }
    let (below, above) = (sky[upper - 1], sky[upper])
    return below.color + (above.color - below.color) * ((share - below.share) / (above.share - below.share))
  }
}
