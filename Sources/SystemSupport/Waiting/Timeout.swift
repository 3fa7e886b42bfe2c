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

/// A call that may block for long or for ever, with a timeout.
package enum BlockingCall {
  /// Runs `body` on a separate thread and returns its result. Returns nil when `body` takes longer than `limit`, when
  /// the task is cancelled, or when the system has no thread left.
  ///
  /// After a timeout the thread is left to `body`, whose result is discarded. The caller must bound the number of such
  /// threads. ``BlockingPool`` runs calls that end in any case.
  package static func result<Value: Sendable>(
    within limit: Duration, of body: @escaping @Sendable () -> Value
  ) async -> Value? {
    let slot = OneShotValue<Value>()
    guard PlainThread.start(body: { slot.set(body()) }) else { return nil }
    return await slot.wait(limit: limit)
  }
}
