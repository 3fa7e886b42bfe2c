import Foundation

/// A station behind a line that is hardly faster than the station itself: its burst arrives slowly, and so does all that
/// a new connection repeats. On the loopback both take no time.
///
///     let station = try SlowLineStation(mp3, bytesPerSecond: 16_000)
///     … radiod play \(station.url) …
///     station.line.resetAll()
public final class SlowLineStation: Sendable {
  /// The line: it limits the rate, and can be broken.
  public let line: MutatingProxy
  private let server: ScriptedServer

  /// Burst of an Icecast server that is configured as packaged, in bytes.
  public static let icecastBurst = 65536

  /// Begins to send `audio`, over and over, at `bytesPerSecond`. Listeners get the last `burst` bytes first, through a
  /// line of `factor` times that rate each.
  public init(
    _ audio: [UInt8], contentType: String = "audio/mpeg", bytesPerSecond: Int, burst: Int = icecastBurst,
    factor: Double = 1.5
  ) throws {
    // It has been on the air for as long as the burst lasts.
    let start = ContinuousClock.now - .seconds(Double(burst) / Double(bytesPerSecond))
    server = try ScriptedServer { call in
      call.answer(headers: ["Content-Type: \(contentType)"])
      call.broadcast(audio, bytesPerSecond: bytesPerSecond, burst: burst, onAirSince: start)
    }
    var faults = MutatingProxy.Faults()
    faults.bytesPerSecond = Int(Double(bytesPerSecond) * factor)
    line = try MutatingProxy(to: server.port, faults: faults)
  }

  deinit { stop() }

  /// The station's address, at this end of the line.
  public var url: String { line.url() }

  /// Connections that the station accepted so far.
  public var callCount: Int { server.callCount }

  /// Ends all connections and accepts no more.
  public func stop() {
    line.stop()
    server.stop()
  }
}
