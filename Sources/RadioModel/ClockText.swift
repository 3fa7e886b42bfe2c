/// Formats durations for people.
package enum ClockText {
  /// Returns a number of seconds as `1:02:03` or `2:03`.
  package static func text(_ duration: Double) -> String {
    let seconds = max(Int(duration), 0)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    return hours > 0 ? "\(hours):\(two(minutes)):\(two(seconds % 60))" : "\(minutes):\(two(seconds % 60))"
  }
}
