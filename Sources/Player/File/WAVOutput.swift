public import AudioCore

/// Writes sound into 16-bit WAV files, as fast as it arrives.
///
/// Every write to the disk also updates the header, so the file is valid at any moment, even when the program is
/// killed. After a change of format, and at WAV's limit of 4 GiB, the recording continues in the first file of
/// `name-1.wav`, `name-2.wav` … that does not exist yet. A path that is not seekable (a pipe) gets a header of unknown
/// length.
///
/// A stream that changes its format repeatedly must not fill a folder. Changes of format may begin ``spareParts``
/// files, plus one for each minute of sound; then writing fails.
public final class WAVOutput: AudioOutput {
  /// Bytes of samples to collect before a write: 0.4 s of CD sound.
  private static let chunkSize = 65536
  /// Number of format changes that may begin a file, in addition to one for each ``soundPerPart``. Jingles in mono
  /// cause about twenty changes an hour.
  package static let spareParts = 32
  private static let soundPerPart: Duration = .seconds(60)
  /// Maximum number of consecutive names that other files may use.
  private static let maximumTakenNames = 10_000

  /// The requested path.
  public let name: String
  /// Ends a write into a pipe without a reader.
  public let interruption: OutputInterruption
  /// The paths of the files created so far.
  public private(set) var paths: [String] = []

  private let dataLimit: Int
  private var file: OutputFile?
  private var isSeekable = false
  private var format: AudioFormat?
  private var pending: [UInt8] = []
  private var dataSize = 0
  /// The number in the name of the latest file.
  private var part = 0
  private var formatChanges = 0
  /// Duration of the sound in completed files.
  private var completed: Duration = .zero

  /// Creates an output into `path`, a file that the first `open` creates or empties. A file takes at most `dataLimit`
  /// bytes of samples.
  public init(
    path: String, interruption: OutputInterruption = OutputInterruption(), dataLimit: Int = WAVHeader.maximumData
  ) {
    name = path
    self.interruption = interruption
    self.dataLimit = min(dataLimit, WAVHeader.maximumData)
    pending.reserveCapacity(Self.chunkSize + 16384)
  }

  deinit { close() }

  /// Starts the next file, unless the current one has this format.
  public func open(_ format: AudioFormat) throws(TuneError) {
    if self.format == format && file != nil { return }
    try write { try flush() }
    if let before = self.format, before != format { try countChange() }
    endFile()
    self.format = format
    let made = try makeFile()
    paths.append(made.path)
    file = made
    isSeekable = made.isSeekable
    try write { try made.write(WAVHeader(format: format, dataSize: isSeekable ? 0 : nil).bytes) }
  }

  /// Converts every error to a `TuneError`.
  private func write(_ body: () throws -> Void) throws(TuneError) {
    do { try body() } catch let error as TuneError { throw error } catch {
      throw .cannotWrite(path: paths.last ?? name, reason: "its reader has gone")
    }
  }

  private func countChange() throws(TuneError) {
    formatChanges += 1
    let sound = completed + soundInFile
    guard formatChanges > Self.spareParts + Int(sound / Self.soundPerPart) else { return }
    throw .cannotWrite(
      path: name,
      reason: "the stream changed its format \(formatChanges) times in \(sound.components.seconds) s of sound, "
        + "and each change begins a file")
  }

  /// Returns the requested file, or the next one that does not exist.
  private func makeFile() throws(TuneError) -> OutputFile {
    if paths.isEmpty { return try OutputFile(creating: name, interruption: interruption) }
    for _ in 0..<Self.maximumTakenNames {
      part += 1
      if let made = try OutputFile.new(at: Self.path(name, number: part), interruption: interruption) { return made }
    }
    throw .cannotCreate(path: Self.path(name, number: part), reason: "it and all before it are there already")
  }

  /// Takes the block; the samples reach the disk in larger pieces.
  public func write(_ block: PCMBlock) throws {
    if file == nil || block.format != format { try open(block.format) }
    if isSeekable && dataSize + pending.count + 2 * block.samples.count > dataLimit { try startNextPart(block.format) }
    PCM16.append(block.samples, to: &pending)
    if pending.count >= Self.chunkSize || !isSeekable { try flush() }
  }

  /// Always 0: written samples count as heard.
  public var delayFrames: Int { 0 }

  /// Writes the collected samples to the disk.
  public func drain() throws { try flush() }

  /// Works like `drain`: a file has no reason to discard sound.
  public func drop() { try? flush() }

  /// Completes the file. Call `drain` first to get errors of the last write.
  public func close() {
    try? flush()
    endFile()
  }

  private func endFile() {
    completed += soundInFile
    file = nil
    dataSize = 0
  }

  private var soundInFile: Duration {
    format.map { $0.duration(ofFrames: dataSize / (2 * max(1, $0.channels))) } ?? .zero
  }

  private func flush() throws {
    guard let file, let format, !pending.isEmpty else { return }
    // Samples of a failed write are not written again, because a part of them may be in the file already.
    defer { pending.removeAll(keepingCapacity: true) }
    try file.write(pending)
    dataSize += pending.count
    if isSeekable { try file.overwrite(WAVHeader(format: format, dataSize: dataSize).bytes, at: 0) }
  }

  private func startNextPart(_ format: AudioFormat) throws {
    try flush()
    endFile()
    try open(format)
  }

  /// Returns the path of file `number`: `music.wav`, `music-1.wav`, `music-2.wav` …
  package static func path(_ path: String, number: Int) -> String {
    guard number > 0 else { return path }
    let nameStart = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
    guard let dot = path[nameStart...].lastIndex(of: "."), dot > nameStart else { return "\(path)-\(number)" }
    return "\(path[..<dot])-\(number)\(path[dot...])"
  }
}
