/// Keeps and records the sound of a radio in files. All methods return soon: a disk is waited for elsewhere. They throw
/// ``ServiceError``.
public protocol RecordingService: Sendable {
  /// The recordings, the newest first; at most the last 100.
  var recordings: [RecordingStatus] { get }
  /// The number of recordings that failed since the program was started; of all of them, listed or not.
  var failureCount: Int { get }
  /// Keeps the title with this number of the sound that is kept (``TimeShift/Title/id``), or, with nil, the one that is
  /// heard: from its beginning to its end, now or when that comes. A second request for a title is the same recording.
  func keep(title id: Int?) throws(ServiceError) -> RecordingStatus
  /// Records from now on: with nil what is played, until something else is; else `source`, a station or an address, which
  /// is received for the recording alone, whatever is played. A file for each title if it `isSplit`, of songs alone if
  /// `isSongsOnly`; for `duration`, or until it is stopped or the source ends.
  func record(
    _ source: Source?, isSplit: Bool, isSongsOnly: Bool, duration: Duration?
  ) throws(ServiceError) -> RecordingStatus
  /// Ends the recording with the number `id`; returns it.
  func stopRecording(_ id: Int) throws(ServiceError) -> RecordingStatus
  /// Returns the path of a finished file of a recording, by its index in ``RecordingStatus/files``, and its name.
  func recordedFile(_ index: Int, of id: Int) throws(ServiceError) -> (path: String, name: String)
}
