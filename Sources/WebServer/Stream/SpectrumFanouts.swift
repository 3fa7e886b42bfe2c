import HTTPServer
import NIOCore
import Radio
import Synchronization

/// The spectra that clients read, one for each distinct request. A spectrum ends with its last reader.
final class SpectrumFanouts: Sendable {
  /// Most distinct spectra at a time.
  package static let maximumCount = 8

  /// The state that belongs to the event loop.
  private final class Table {
    var fanouts: [SpectrumRequest: SpectrumFanout] = [:]
    let sensitivity: SharedSensitivity

    init(tuner: Tuner) { sensitivity = SharedSensitivity(of: tuner) }
  }

  private struct Numbers {
    var readers = 0
    var spectra = 0
    var dropped = 0
  }

  private let tuner: Tuner
  private let loop: any EventLoop
  private let table: NIOLoopBoundBox<Table>
  private let numbers = Mutex(Numbers())

  /// No spectra yet; they will be measured on `loop`.
  init(tuner: Tuner, loop: any EventLoop) {
    self.tuner = tuner
    self.loop = loop
    table = NIOLoopBoundBox.makeBoxSendingValue(Table(tuner: tuner), eventLoop: loop)
  }

  /// The number of spectrum readers.
  var readerCount: Int { numbers.withLock { $0.readers } }

  /// The number of distinct spectra that are measured.
  var spectrumCount: Int { numbers.withLock { $0.spectra } }

  /// The number of frames that readers lost because they fell behind.
  var droppedFrames: Int { numbers.withLock { $0.dropped } }

  /// Streams the spectrum that the query parameters of `request` describe. Throws ``HTTPError``.
  func answer(_ request: HTTPRequest) async throws -> HTTPAnswer {
    let spectrum = try SpectrumRequest(request)
    try await check(spectrum)
    return .events { [self] connection in
      try await connection.send(ServerSentEvent.opening)
      await serve(spectrum, to: connection)
    }
  }

  /// Throws ``HTTPError`` (503) when `request` needs a further spectrum and there are ``maximumCount`` already.
  private func check(_ request: SpectrumRequest) async throws {
    let hasSpace = try await loop.submit { [table] in
      let fanouts = table.value.fanouts
      return fanouts[request] != nil || fanouts.count < Self.maximumCount
    }.get()
    guard hasSpace else {
      throw HTTPError(
        503, "\(Self.maximumCount) different spectra are looked at already; take one of those",
        header: ("retry-after", "5"))
    }
  }

  /// Sends the spectrum to `reader` until it disconnects. Returns at once when there are too many spectra.
  private func serve(_ request: SpectrumRequest, to reader: HTTPConnection) async {
    let isOver = loop.makePromise(of: Void.self)
    loop.execute { [self] in
      guard reader.channel.isActive, join(request, reader) else { return isOver.succeed() }
      reader.channel.closeFuture.hop(to: loop).whenComplete { [self] _ in
        leave(request, reader)
        isOver.succeed()
      }
    }
    try? await isOver.futureResult.get()
  }

  private func join(_ request: SpectrumRequest, _ reader: HTTPConnection) -> Bool {
    let table = table.value
    if table.fanouts[request] == nil {
      guard table.fanouts.count < Self.maximumCount else { return false }
      table.fanouts[request] = SpectrumFanout(request, of: tuner, on: loop, sensitivity: table.sensitivity) {
        [unowned self] count in
        numbers.withLock { $0.dropped += count }
      }
    }
    table.fanouts[request]?.join(reader)
    noteNumbers(table)
    return true
  }

  private func leave(_ request: SpectrumRequest, _ reader: HTTPConnection) {
    let table = table.value
    table.fanouts[request]?.leave(reader)
    if table.fanouts[request]?.readerCount == 0 { table.fanouts.removeValue(forKey: request) }
    noteNumbers(table)
  }

  private func noteNumbers(_ table: Table) {
    let readers = table.fanouts.values.reduce(0) { $0 + $1.readerCount }
    numbers.withLock {
      $0.readers = readers
      $0.spectra = table.fanouts.count
    }
  }
}
