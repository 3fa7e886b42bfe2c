/// The state of the radio by its log, and so the states that its status may show.
struct LoggedState {
  /// For this long after a change, in seconds, the status may still show the old state.
  private static let timeout = 2.0
  /// A line may be seen this much later than its event, in seconds.
  static let delay = 0.5

  /// The moments from which on the status must show one of these states.
  private var changes: [(seconds: Double, states: Set<String>)] = []

  /// Finds the changes in these lines.
  init(_ lines: [FaultWatch.Line]) {
    var (isRetrying, isSounding) = (false, false)
    for line in lines {
      if line.text.hasSuffix(" stopped") {
        (isRetrying, isSounding) = (false, false)
        changes.append((line.seconds, ["stopped", "paused"]))
        continue
      }
      if line.text.contains(": reconnecting") {
        isRetrying = true
      } else if line.text.contains("connected to ") {
        isRetrying = false
      } else if line.text.contains(" playing "), line.text.contains(" Hz, ") {
        isSounding = true
      } else if line.text.contains(" out of sound") {
        isSounding = false
      } else {
        continue
      }
      changes.append(
        (
          line.seconds,
          isRetrying ? ["retrying", "connecting"] : isSounding ? ["playing"] : ["buffering", "connecting"]
        ))
    }
  }

  /// Whether the status may show `state` at a moment, in seconds since the start.
  func allows(_ state: String, at seconds: Double) -> Bool {
    if changes.contains(where: { $0.seconds > seconds - Self.timeout && $0.seconds < seconds + Self.delay }) {
      return true
    }
    guard let states = changes.last(where: { $0.seconds <= seconds })?.states else { return true }
    return states.contains(state)
  }
}
