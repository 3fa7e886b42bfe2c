import AudioCore

/// Writes sound into 16-bit WAV files, as fast as it comes.
///
/// The header is brought up to date with every write to the disk, so the file is right at any moment, also when the
/// program is killed. A change of format continues in `name-1.wav`, `name-2.wav` …, the next of these that is not there
/// yet; so does a file that reaches WAV's limit of 4 GiB. A path that cannot be sought in (a pipe) gets a header of
/// unknown length.
///
/// A stream that changes its format again and again shall not fill a folder: ``spareParts`` files, and one for each
/// minute of sound, are begun for that; then writing fails.
public final class WAVOutput: AudioOutput {
  /// Bytes of samples gathered before they are written, 0.4 s of CD sound.
  private static let chunkSize = 65536
  /// Changes of format that begin a file, beyond one for each ``soundPerPart``: jingles in mono make some twenty an
  /// hour.
  package static let spareParts = 32
  private static let soundPerPart: Duration = .seconds(60)
  /// Names in a row that may be taken by other files.
  private static let mostTakenNames = 10_000

  /// The path asked for.
  public let name: String
  /// Cuts short a write into a pipe nobody reads.
  public let interruption: OutputInterruption
  /// The files made so far.
  public private(set) var paths: [String] = []

  private let dataLimit: Int
  private var file: OutputFile?
  private var isSeekable = false
  private var format: AudioFormat?
  private var pending: [UInt8] = []
  private var dataSize = 0
  /// The number of the newest file's name.
  private var part = 0
  private var formatChanges = 0
  /// Sound in the files that are complete.
  private var completed: Duration = .zero

  /// An output into `path`, which is made or emptied by the first `open`. A file takes at most `dataLimit` bytes of
  /// samples.
  public init(
    path: String, interruption: OutputInterruption = OutputInterruption(), dataLimit: Int = WAVHeader.largestData
  ) {
    name = path
    self.interruption = interruption
    self.dataLimit = min(dataLimit, WAVHeader.largestData)
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

  /// Has every error be one of ours.
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

  /// The file that was asked for, or the next one that does not exist.
  private func makeFile() throws(TuneError) -> OutputFile {
    if paths.isEmpty { return try OutputFile(creating: name, interruption: interruption) }
    for _ in 0..<Self.mostTakenNames {
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

  /// None: what is written counts as heard.
  public var delayFrames: Int { 0 }

  /// Writes what is gathered to the disk.
  public func drain() throws { try flush() }

  /// As `drain`: a file has no reason to forget.
  public func drop() { try? flush() }

  /// Completes the file. Errors of the last write show in `drain`, which should be called before.
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
    // What cannot be written once is not tried again behind what came of it.
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

  /// `music.wav`, `music-1.wav`, `music-2.wav` …
  package static func path(_ path: String, number: Int) -> String {
    guard number > 0 else { return path }
    let nameStart = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
    guard let dot = path[nameStart...].lastIndex(of: "."), dot > nameStart else { return "\(path)-\(number)" }
    return "\(path[..<dot])-\(number)\(path[dot...])"
  }
}
