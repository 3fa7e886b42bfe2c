import AudioCore

/// Writes sound into 16-bit WAV files, as fast as it comes.
///
/// The header is brought up to date with every write to the disk, so the file is right at any moment, also when the
/// program is killed. A change of format continues in `name-1.wav`, `name-2.wav` …; so does a file that reaches WAV's
/// limit of 4 GiB. A path that cannot be sought in (a pipe) gets a header of unknown length.
public final class WAVOutput: AudioOutput {
  /// Bytes of samples gathered before they are written, 0.4 s of CD sound.
  private static let chunkSize = 65536

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
    close()
    self.format = format
    let path = Self.path(name, number: paths.count)
    let made = try OutputFile(creating: path, interruption: interruption)
    paths.append(path)
    file = made
    isSeekable = made.isSeekable
    dataSize = 0
    do {
      try made.write(WAVHeader(format: format, dataSize: isSeekable ? 0 : nil).bytes)
    } catch let error as TuneError {
      throw error
    } catch {
      throw .cannotWrite(path: path, reason: "its reader has gone")
    }
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

  /// Writes what is gathered to the disk; errors are for the next `write` to find.
  public func drain() { try? flush() }

  /// As `drain`: a file has no reason to forget.
  public func drop() { drain() }

  /// Completes the file.
  public func close() {
    drain()
    file = nil
  }

  private func flush() throws {
    guard let file, let format, !pending.isEmpty else { return }
    try file.write(pending)
    dataSize += pending.count
    pending.removeAll(keepingCapacity: true)
    if isSeekable { try file.overwrite(WAVHeader(format: format, dataSize: dataSize).bytes, at: 0) }
  }

  private func startNextPart(_ format: AudioFormat) throws {
    try flush()
    close()
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
