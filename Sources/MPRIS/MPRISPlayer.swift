import DBus
public import Logging
public import Pictures
public import RadioModel

/// The radio for the desktop's media keys and `playerctl`: a player by MPRIS 2.2 on the session bus.
public final class MPRISPlayer: Sendable {
  private let tuner: any RadioPlayer
  private let logger: Logger
  private let busAddress: @Sendable () -> String?
  private let thread: BusThread
  private let copy: PictureCopy?

  /// A player for `tuner` on the user's session bus. It copies the picture of what is tuned in from `pictures` to
  /// `folder`, a folder of this user.
  public convenience init(tuner: any RadioPlayer, pictures: any StationPictureFiles, folder: String, logger: Logger) {
    let copy = PictureCopy(tuner: tuner, pictures: pictures, folder: folder) { logger.info("\($0)") }
    self.init(tuner: tuner, copy: copy, logger: logger, busAddress: { BusAddress.ofSession() })
  }

  /// A player on the bus at `busAddress`, in the notation of the D-Bus specification; nil while there is no bus.
  package init(
    tuner: any RadioPlayer, copy: PictureCopy? = nil, logger: Logger, busAddress: @escaping @Sendable () -> String?
  ) {
    self.copy = copy
    self.tuner = tuner
    self.logger = logger
    self.busAddress = busAddress
    thread = BusThread(busName: "session bus", loss: "media keys do not work", logger: logger)
  }

  /// Connects to the bus when it is there, and again when it restarts, until `stop()` is called or the radio ends. Returns
  /// true also when it was started before. Never blocks.
  ///
  /// Returns false, and logs why, when the system has no thread or descriptors left.
  @discardableResult public func start() -> Bool {
    let moves = MoveCount()
    let isStarted = thread.start(
      at: busAddress, events: tuner.numberedEvents(), note: { moves.record($0.event) },
      work: { [tuner, copy, logger] wake in
        PlayerConnection(tuner: tuner, copy: copy, moves: moves, wake: wake, logger: logger)
      })
    if isStarted { copy?.begin() }
    return isStarted
  }

  /// Ends the connection, and removes the copy of the picture. The connection's thread ends at once, and the method does
  /// not wait for that.
  public func stop() async {
    await thread.stop()
    await copy?.end()
  }
}
