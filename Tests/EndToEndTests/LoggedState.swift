/// The state of the radio by its log, and so the states that its status may show.
struct LoggedState {
  /// For this long after a change, in seconds, the status may still show the old state.
  private static let timeout = 2.0
  /// A line may be seen this much later than its event, in seconds.
  static let delay = 0.5

  /// The moments from which on the status must show one of these states.
  private var changes: [(seconds: Double, before: Double, states: Set<String>)] = []

  /// Finds the changes in these lines.
  init(_ lines: [FaultWatch.Line]) {
    var (isRetrying, isSounding, isHeld) = (false, false, false)
    for line in lines {
      if line.text.hasSuffix(" stopped") {
        (isRetrying, isSounding, isHeld) = (false, false, false)
        changes.append((line.seconds, line.before, ["stopped", "paused"]))
        continue
      }
      // A place that is held stays, whatever happens to the station, until the sound goes on.
      if line.text.hasSuffix(" paused") {
        isHeld = true
      } else if line.text.contains(": reconnecting") {
        isRetrying = true
      } else if line.text.contains("connected to ") {
        isRetrying = false
      } else if line.text.contains(" playing "), line.text.contains(" Hz, ") {
        (isSounding, isHeld) = (true, false)
      } else if line.text.contains(" out of sound") {
        isSounding = false
      } else {
        continue
      }
      let states: Set<String> =
        if isHeld {
          ["paused"]
        } else if isRetrying {
          ["retrying", "connecting"]
        } else {
          isSounding ? ["playing"] : ["buffering", "connecting"]
        }
      changes.append((line.seconds, line.before, states))
    }
  }

  /// Whether the status may show `state` at a moment, in seconds since the start.
  func allows(_ state: String, at seconds: Double) -> Bool {
    if changes.contains(where: { $0.seconds > seconds - Self.timeout && $0.before < seconds + Self.delay }) {
      return true
    }
    guard let states = changes.last(where: { $0.seconds <= seconds })?.states else { return true }
    return states.contains(state)
  }
}
