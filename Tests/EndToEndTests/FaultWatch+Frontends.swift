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
    let settled = end == nil ? lastLook - LoggedState.delay : .infinity
    let logged = LoggedState(lines)
    // A state is that of some moment between the question and the answer.
    let wrong = answers.filter { answer in
      let end = answer.seconds + answer.took
      return comparingStates && !answer.state.isEmpty && end < settled
        && !logged.allows(answer.state, at: answer.seconds) && !logged.allows(answer.state, at: end)
    }
    if !wrong.isEmpty {
      faults.append("\(wrong.count) answers disagree with the log, such as \(wrong.prefix(3)):\n\(text)")
    }
    return faults
  }
}
