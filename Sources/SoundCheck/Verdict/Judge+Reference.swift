import AudioCore

/// Stored measurements and other sounds.
extension Judge {
  func reference(
    _ quantity: Quantity, _ reference: Fingerprint, _ meter: FingerprintMeter, _ item: SoundExpectation
  ) -> Finding {
    let name = quantity.rawValue
    let limit = "within \(NumberText.plain(list.within, decimals: 3)) dB"
    guard !meter.isTooLong else {
      return Finding(
        expectation: item, holds: false, measured: nil, text: "\(name): the sound is longer than two hours")
    }
    let comparison = GoldenComparison(
      of: meter.fingerprint, with: reference, offset: meter.offset, tolerance: list.within, quietest: list.skipBelow)
    if let mismatch = comparison.mismatch {
      return Finding(expectation: item, holds: false, measured: nil, text: "\(name): \(mismatch)")
    }
    guard !comparison.isTooQuiet || meter.fingerprint.isSilent && reference.isSilent else {
      let quietest = NumberText.signed(list.skipBelow, decimals: 1)
      return Finding(
        expectation: item, holds: false, measured: nil,
        text: "\(name): both are never louder than \(quietest) dBFS, so that nothing was compared; see --skip-below")
    }
    let faults = comparison.faults.map(named)
    guard let worst = faults.first else {
      let greatest = comparison.maximum?.decibels ?? 0
      let shift = Double(meter.offset) / Double(format.sampleRate)
      let shifted = abs(shift) >= 0.0005 ? ", shifted by \(NumberText.signed(shift * 1000, decimals: 1)) ms" : ""
      return Finding(
        expectation: item, holds: true, measured: .number(abs(greatest)),
        text: "\(name) \(NumberText.plain(abs(greatest), decimals: 2)) dB at most (\(limit))\(shifted)",
        difference: abs(greatest) - list.within)
    }
    let others = comparison.faultCount - 1
    return Finding(
      expectation: item, holds: false, measured: .number(abs(worst.decibels)),
      text: "\(name) \(worst.text) (\(limit)\(others > 0 ? "; \(others) more" : ""))",
      difference: abs(worst.decibels) - list.within, places: faults.map(\.place))
  }

  /// Returns a difference with the number that its channel has in the sound.
  private func named(_ difference: GoldenComparison.Difference) -> GoldenComparison.Difference {
    guard case .channel(let number) = difference.subject else { return difference }
    var difference = difference
    difference.subject = .channel(channelNumbers[number - 1])
    return difference
  }
}

extension GoldenComparison.Difference {
  /// The difference in words: `4.2 s, 8–10 kHz: −6.1 dB`.
  var text: String {
    let what =
      switch subject {
      case .band(let low, let high): Self.text(low: low, high: high)
      case .channel(let number): "channel \(number)"
      case .level: "level"
      case .peak: "peaks"
      case .gap: "quietest moment"
      case .burst: "loudest moment"
      case .click: "click"
      }
    let sign = decibels > 0 ? "+" : ""
    let time = NumberText.plain(time, decimals: duration < 0.1 ? 2 : 1)
    return "\(time) s, \(what): \(sign)\(NumberText.signed(decibels, decimals: 1)) dB"
  }

  /// Returns the edges of a band, rounded to two digits.
  private static func text(low: Double, high: Double) -> String {
    func rounded(_ value: Double) -> Double {
      let step = value < 100 ? 1.0 : value < 1000 ? 10 : value < 10_000 ? 100 : 1000
      return (value / step).rounded() * step
    }
    let (low, high) = (rounded(low), rounded(high))
    guard high >= 1000 else { return "\(NumberText.plain(low, decimals: 0))–\(NumberText.plain(high, decimals: 0)) Hz" }
    return "\(NumberText.plain(low / 1000, decimals: 2))–\(NumberText.plain(high / 1000, decimals: 2)) kHz"
  }

  var place: Finding.Place {
    var place = Finding.Place(time: time, duration: duration, difference: decibels)
    switch subject {
    case .band(let low, let high): place.band = low...high
    case .channel(let number): place.channel = number
    case .level, .peak, .gap, .burst, .click: break
    }
    return place
  }
}
