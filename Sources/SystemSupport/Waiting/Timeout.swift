/// Runs `work` for at most `limit` of `clock`. Returns its result, or nil after that time; throws its error.
///
/// After `limit`, `work` is cancelled, and the function returns when it has ended: `work` must end soon after a
/// cancellation. When the calling task is cancelled, so is `work`, and its result counts.
package func withTimeout<Value: Sendable, Failure: Error>(
  _ limit: Duration, clock: any Clock<Duration> = ContinuousClock(),
  _ work: @escaping @Sendable () async throws(Failure) -> Value
) async throws(Failure) -> Value? {
  let result = await withTaskGroup(of: Outcome<Value, Failure>.self) { group -> Result<Value, Failure>? in
    group.addTask {
      do throws(Failure) {
        return .ended(.success(try await work()))
      } catch {
        return .ended(.failure(error))
      }
    }
    group.addTask {
      do {
        try await clock.sleep(for: limit)
        return .late
      } catch {
        return .cancelled
      }
    }
    defer { group.cancelAll() }
    for await outcome in group {
      switch outcome {
      case .ended(let result): return result
      case .late: return nil
      case .cancelled: break  // the result of `work` counts
      }
    }
    return nil
  }
  return try result?.get()
}

/// What one of the two tasks of a wait has to say.
private enum Outcome<Value: Sendable, Failure: Error>: Sendable {
  case ended(Result<Value, Failure>)
  case late
  case cancelled
}
