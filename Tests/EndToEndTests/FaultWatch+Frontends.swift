import TestSupport

extension FaultWatch {
  /// The longest time that a client may wait for the status, in seconds.
  private static let maximumAnswerTime = 0.2

  /// The faults of the frontends so far: a client waited for more than 200 ms, got no answer, or, if `comparingStates`,
  /// got another state than the log 2 s after it was logged. Empty for a program that does not serve.
  func frontendFaults(comparingStates: Bool = true) -> [String] {
    guard let frontends else { return [] }
    _ = ProcessRunner.eventually(within: .seconds(2)) { frontends.hasAskedAll || end != nil }
    let answers = frontends.answers
    var faults = frontends.failures
    if !frontends.hasAskedAll { faults.append("not every frontend was asked") }
    // Time that the machine gave to other programs does not count.
    let late = answers.filter { $0.took - $0.machine > Self.maximumAnswerTime }
    if !late.isEmpty { faults.append("\(late.count) of \(answers.count) answers were late: \(late.prefix(3))") }
    // The states of the last answers may not have been logged yet.
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
