/// What writes the sound of a source into files, on a thread of its own.
package protocol SoundRecorder: AnyObject, Sendable {
  /// Begins. Throws ``RecordingError/noThread``.
  func start() throws(RecordingError)

  /// Ends it with what is heard now.
  func stop()

  /// Where the newest element begins that was read, in nanoseconds.
  var readPlace: Int { get }

  /// Reads now what there is; without a call it does so each second.
  func wakeUp()

  /// Why it ended early; nil when it did not.
  var failure: (any Error)? { get }

  /// Waits until the files are finished, at most `limit`. Returns false when they are not: the disk hangs.
  @discardableResult func waitUntilEnded(limit: Duration) async -> Bool
}
