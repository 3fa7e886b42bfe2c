/// What the radio is doing by its log, and so what its status may say.
struct LoggedState {
  /// For so long, in seconds, after a change the status may be the old one.
  private static let timeout = 2.0
  /// A line may be seen so much later, in seconds, than what it is about.
  static let delay = 0.5

  /// From when on the status is one of these.
  private var changes: [(seconds: Double, states: Set<String>)] = []

  /// By these lines.
  init(_ lines: [FaultWatch.Line]) {
    var (isRetrying, isSounding) = (false, false)
    for line in lines {
      if line.text.hasSuffix(" stopped") {
        (isRetrying, isSounding) = (false, false)
        changes.append((line.seconds, ["stopped", "paused"]))
        continue
      }
      if line.text.contains(": connecting again ") {
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

  /// Whether the status may be `state` at a moment in seconds since the start.
  func allows(_ state: String, at seconds: Double) -> Bool {
    if changes.contains(where: { $0.seconds > seconds - Self.timeout && $0.seconds < seconds + Self.delay }) {
      return true
    }
    guard let states = changes.last(where: { $0.seconds <= seconds })?.states else { return true }
    return states.contains(state)
  }
}
