import TestSupport

extension FaultWatch {
  /// The longest that somebody may wait for the status, in seconds.
  private static let longestAnswer = 0.2

  /// What is wrong with what was told at the doors so far: somebody waited for more than 200 ms, had no answer, or, unless only the time
  /// counts, was told another state than the log 2 s after it was logged. None of one that does not serve.
  func frontendFaults(comparingStates: Bool = true) -> [String] {
    guard let frontends else { return [] }
    _ = ProcessRunner.eventually(within: .seconds(2)) { frontends.hasAskedAll || end != nil }
    let answers = frontends.answers
    var faults = frontends.failures
    if !frontends.hasAskedAll { faults.append("nobody was told anything") }
    // What the machine had other programs do meanwhile is nobody's fault.
    let late = answers.filter { $0.took - $0.machine > Self.longestAnswer }
    if !late.isEmpty { faults.append("\(late.count) of \(answers.count) answers were late: \(late.prefix(3))") }
    // What the last answers tell may not have been logged yet.
    let settled = end == nil ? seconds - LoggedState.delay : .infinity
    let logged = LoggedState(lines)
    let wrong = answers.filter {
      comparingStates && !$0.state.isEmpty && $0.seconds < settled && !logged.allows($0.state, at: $0.seconds)
    }
    if !wrong.isEmpty {
      faults.append("\(wrong.count) answers disagree with the log, such as \(wrong.prefix(3)):\n\(text)")
    }
    return faults
  }
}
