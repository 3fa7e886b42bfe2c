import AudioCore
import Downloader
import Parser

extension StationFeed {
  /// The state of a source over all of its connections.
  struct Course {
    var splice: PacketSplice
    /// Duration of the sound that the listener has still to hear; nil without a listener.
    let soundInHand: (@Sendable () -> Duration)?
    /// When the current address was asked.
    var askedAt = ContinuousClock.now
    var titles = TitleSources()
    /// The name of the station in the list; nil for an address.
    var stationName: String?
    /// What is a title. It knows the names of the station.
    var titleRule = TitleRule()
    /// The file whose connection broke, and the data to ask for its rest.
    var transfer: FileTransfer?
    /// True after a live stream in segments. When such a stream is over, its last segments remain available, but they
    /// were already heard.
    var wasOnAir = false
    /// True after a response of a server of stations: what it sends is not an announcement.
    var isStation = false
    /// Addresses from playlists that gave no sound.
    var silent = SilentAddresses()
  }

  /// The result of one round over a source's addresses.
  struct Outcome {
    /// The failure; nil when the server ended the stream cleanly.
    var failure: ReconnectPolicy.Failure?
    /// Duration of the new sound from the last connection.
    var received: Duration = .zero
    /// How long that connection lasted.
    var time: Duration = .zero
    /// How long the address was asked before its first sound was handed on.
    var timeToSound: Duration = .zero
    /// True when a packet of sound was received.
    var hasSound = false
    /// True when the whole source was received: a file on a server, segments with an end, or a recording that started
    /// again; never a live stream.
    var isComplete = false
    /// True when the packets gave no sound.
    var isRefused = false

    /// Notes that the packets of the connection gave no sound, at least from some point on. Returns the error.
    mutating func refuse(_ refusal: TimeShiftBuffer.RefusalError) -> TuneError {
      if !refusal.hasSounded { (received, hasSound) = (.zero, false) }
      isRefused = true
      return refusal.error
    }
  }
}
