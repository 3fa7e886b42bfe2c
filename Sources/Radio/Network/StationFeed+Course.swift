import AudioCore
import Parser

extension StationFeed {
  /// What is known of a source over all of its connections.
  struct Course {
    var splice: PacketSplice
    var titles = TitleSources()
    /// The file that broke off, and what it takes to ask for the rest.
    var transfer: FileTransfer?
    /// True of a live stream in segments, whose last ones stay where they were when it is over: those were heard.
    var wasOnAir = false
    /// What playlists named that gave no sound.
    var silent = SilentAddresses()
  }

  /// How one round over a source's addresses ended.
  struct Outcome {
    /// Nil when the server ended the stream cleanly.
    var failure: ReconnectPolicy.Failure?
    /// New sound from the last connection.
    var received: Duration = .zero
    /// How long that connection lasted.
    var time: Duration = .zero
    /// True when a packet of sound came.
    var hasSound = false
    /// True when a body of announced length came whole: a file on a server, not a live stream.
    var isComplete = false
    /// True when its packets gave no sound.
    var isRefused = false

    /// What the connection brought was of no use, at least from somewhere on.
    mutating func refuse(_ refusal: PacketBuffer.Refusal) -> TuneError {
      if !refusal.hasSounded { (received, hasSound) = (.zero, false) }
      isRefused = true
      return refusal.error
    }
  }
}
