import AudioCore
package import DBus
package import RadioModel
import Stations

/// The object `/org/mpris/MediaPlayer2`: answers method calls, and returns the commands for the radio. Independent of
/// the bus.
package struct MPRISObject {
  /// The outcome of a call.
  package struct Outcome: Sendable, Equatable {
    /// The reply to the caller.
    package var reply: BusReply
    /// The commands for the radio.
    package var commands: [Command]

    /// A reply, and the commands for the radio.
    package init(reply: BusReply, commands: [Command] = []) {
      self.reply = reply
      self.commands = commands
    }

    static func failure(_ failure: BusFailure, _ text: String) -> Outcome { Outcome(reply: .failure(failure, text)) }
    static func done(_ commands: Command...) -> Outcome { Outcome(reply: .results([]), commands: commands) }
  }

  /// The path of every player's object.
  package static let path = "/org/mpris/MediaPlayer2"
  private static let interfaces: [BusInterface] = [.introspectable, .peer, .properties, .mediaPlayer, .player]

  private let snapshot: TunerSnapshot
  private let properties: MPRISProperties

  /// The object for the radio's state in `snapshot`, from which `properties` were made.
  package init(_ snapshot: TunerSnapshot, properties: MPRISProperties) {
    self.snapshot = snapshot
    self.properties = properties
  }

  /// Returns the outcome of `call`.
  package func answer(_ call: BusCall) -> Outcome {
    guard call.path == Self.path else { return answerAbove(call) }
    let candidates = call.interface.map { name in Self.interfaces.filter { $0.name == name } } ?? Self.interfaces
    guard !candidates.isEmpty else { return .failure(.unknownInterface, "this player has no such interface") }
    for interface in candidates {
      guard let method = interface.method(call.member) else { continue }
      guard let arguments = call.arguments, arguments.map(\.signature) == method.inputs.map(\.type) else {
        let types = method.inputs.map(\.type).joined()
        return .failure(.invalidArguments, "\(call.member) takes arguments of the types '\(types)'")
      }
      return perform(method.name, of: interface, arguments)
    }
    return .failure(.unknownMethod, "this interface has no such method")
  }

  /// True when `call` reads the track's metadata: by its name, or with all properties of the player.
  package static func readsMetadata(_ call: BusCall) -> Bool {
    guard call.path == path, [nil, BusInterface.properties.name].contains(call.interface),
      let arguments = call.arguments, let first = arguments.first,
      first == .string(BusInterface.player.name) || first == .string("")
    else { return false }
    switch call.member {
    case "GetAll": return arguments.count == 1
    case "Get": return arguments.count == 2 && arguments[1] == .string("Metadata")
    default: return false
    }
  }

  /// Returns the outcome of a call to a parent path of the object: only introspection works there.
  private func answerAbove(_ call: BusCall) -> Outcome {
    let isFolder = call.path == "/" || Self.path.hasPrefix(call.path + "/")
    guard isFolder else { return .failure(.unknownObject, "there is no such object") }
    guard call.member == "Introspect", [nil, BusInterface.introspectable.name].contains(call.interface) else {
      return .failure(.unknownMethod, "there is nothing but a way to \(Self.path)")
    }
    let rest = Self.path.dropFirst(call.path == "/" ? 1 : call.path.utf8.count + 1)
    return Outcome(
      reply: .results([
        .string(description(of: [.introspectable, .peer], child: String(rest.prefix { $0 != "/" })))
      ]))
  }

  private func description(of interfaces: [BusInterface], child: String? = nil) -> String {
    """
    <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
     "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
    <node>

    """ + interfaces.map { $0.description(properties(of: $0)) }.joined()
      + (child.map { " <node name=\"\($0)\"/>\n" } ?? "") + "</node>\n"
  }

  private func perform(_ method: String, of interface: BusInterface, _ arguments: [BusValue]) -> Outcome {
    switch (method, arguments.first) {
    case ("Introspect", _): return Outcome(reply: .results([.string(description(of: Self.interfaces))]))
    case ("Get", .string(let interface)?), ("GetAll", .string(let interface)?), ("Set", .string(let interface)?):
      return performOnProperties(method, interface: interface, Array(arguments.dropFirst()))
    case ("OpenUri", .string(let address)?): return open(address)
    case ("Next", _): return properties.canGoNext ? .done(.next) : .done()
    case ("Previous", _): return properties.canGoPrevious ? .done(.previous) : .done()
    case ("Play", _): return .done(.resume)
    case ("Pause", _): return .done(.pause)
    case ("PlayPause", _): return .done(.toggle)
    case ("Stop", _): return .done(.stop)
    case ("Seek", .integer(let step)?): return seek(by: .microseconds(step))
    case ("SetPosition", .objectPath(let track)?):
      guard case .integer(let position)? = arguments.last else { return .done() }
      return seek(to: .microseconds(position), in: track)
    // By MPRIS, unsupported methods have no effect: CanRaise and CanQuit are false.
    case ("Raise", _), ("Quit", _): return .done()
    default: return .failure(.unknownMethod, "this interface has no such method")
    }
  }

  // MARK: - Places

  /// Moves also beyond the track, to the sound before it: its beginning may be that of an advert.
  private func seek(by step: Duration) -> Outcome {
    guard properties.canSeek else { return .done() }
    return .done(.seek(.by(min(max(step, .zero - Seek.maximumStep), Seek.maximumStep))))
  }

  /// By MPRIS, a position outside the track has no effect, and neither has one in a track that is over: the caller has
  /// not seen yet what plays now.
  private func seek(to position: Duration, in track: String) -> Outcome {
    guard let seekable = snapshot.seekable, track == properties.trackID, position >= .zero else { return .done() }
    let start = snapshot.titleStart ?? .zero
    guard position <= length ?? (seekable.upperBound - start) else { return .done() }
    return .done(.seek(.to(start + position)))
  }

  private var length: Duration? {
    guard case .integer(let length)? = properties.metadata.first(where: { $0.key == "mpris:length" })?.value
    else { return nil }
    return .microseconds(length)
  }

  // MARK: - Properties

  private func performOnProperties(_ method: String, interface: String, _ arguments: [BusValue]) -> Outcome {
    let known = Self.interfaces.filter { interface.isEmpty || $0.name == interface }
    guard !known.isEmpty else { return .failure(.unknownInterface, "this player has no such interface") }
    let all = known.flatMap(properties(of:))
    guard case .string(let name)? = arguments.first else {
      return Outcome(reply: .results([.dictionary(all.map(\.entry))]))
    }
    guard let property = all.first(where: { $0.entry.key == name }) else {
      return .failure(.unknownProperty, "this interface has no such property")
    }
    guard case .variant(let value)? = arguments.dropFirst().first else {
      return Outcome(reply: .results([.variant(property.entry.value)]))
    }
    guard property.isWritable else {
      return .failure(.readOnlyProperty, "\(name) cannot be set")
    }
    guard case .double(let number) = value, number.isFinite else {
      return .failure(.invalidArguments, "\(name) is a number of the type 'd'")
    }
    return name == "Volume" ? setVolume(number) : setRate(number)
  }

  private func properties(of interface: BusInterface) -> [BusInterface.Property] {
    switch interface.name {
    case BusInterface.mediaPlayer.name: MPRISProperties.ofMediaPlayer
    case BusInterface.player.name: properties.ofPlayer
    default: []
    }
  }

  /// Sets the volume. A volume above 0 also ends the mute, because the user wants to hear it.
  private func setVolume(_ volume: Double) -> Outcome {
    let percent = Int((min(max(volume, 0), 1) * 100).rounded())
    return percent > 0 && snapshot.isMuted
      ? .done(.setVolume(percent), .setMuted(false)) : .done(.setVolume(percent))
  }

  /// By MPRIS a rate of 0 pauses. All other rates have no effect: the rate is always 1.
  private func setRate(_ rate: Double) -> Outcome { rate == 0 ? .done(.pause) : .done() }

  // MARK: - Addresses

  private func open(_ address: String) -> Outcome {
    if let fault = StreamURL.fault(address) { return .failure(.invalidArguments, "the address \(fault)") }
    let scheme = address.prefix { $0 != ":" }.lowercased()
    guard scheme == "http" || scheme == "https" else {
      return .failure(.invalidArguments, "the address is not an http or https address")
    }
    let station = snapshot.stations.first { $0.url == address }
    return .done(.play(station.map { .station($0) } ?? .url(address)))
  }
}
