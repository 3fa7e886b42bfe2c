import AudioCore
import NIOCore
import Radio
import RadioModel
import ServerSupport
import SystemSupport

// Commands for the connection, and for the abilities of this server.
extension MPDCommand {
  static let aboutConnections: [MPDCommand] = [
    MPDCommand("binarylimit", .none, 1...1) { call throws(MPDError) in
      let limit = try call.unsigned(0, limit: 1 << 20)
      guard limit >= 64 else { throw MPDError(.argument, "Value too small") }
      call.session.binaryLimit = limit
      return .done
    },
    MPDCommand("close", .none, 0...) { _ throws(MPDError) in .close },
    MPDCommand("commands", .none, 0...0) { call throws(MPDError) in
      .text(names { call.session.permission.isSuperset(of: $0.permission) })
    },
    MPDCommand("decoders", .read, 0...0) { _ throws(MPDError) in
      var text = MPDText()
      for plugin in DecoderPlugin.allCases {
        let formats = KnownFormats.played.filter { DecoderPlugin($0.kind.codec) == plugin }
        text.line("plugin", plugin.rawValue)
        for suffix in Set(formats.flatMap(\.suffixes)).sorted() { text.line("suffix", suffix) }
        for type in Set(formats.flatMap(\.mediaTypes)).sorted() { text.line("mime_type", type) }
      }
      return .text(text)
    },
    MPDCommand("idle", .read, 0...) { call throws(MPDError) in
      var wanted: MPDSubsystems = []
      for name in call.arguments {
        guard let subsystem = MPDSubsystems(name: name) else {
          throw MPDError(.argument, "Unrecognized idle event: \(name)")
        }
        wanted.insert(subsystem)
      }
      return .idle(wanted.isEmpty ? .all : wanted)
    },
    MPDCommand("kill", .noClient, 0...) { _ throws(MPDError) in .done },
    MPDCommand("notcommands", .none, 0...0) { call throws(MPDError) in
      .text(names { !call.session.permission.isSuperset(of: $0.permission) })
    },
    MPDCommand("password", .none, 1...1) { call throws(MPDError) in
      guard let right = call.hub.options.password, !right.isEmpty else { throw wrongPassword }
      return check(ConstantTime.isEqual(call.arguments[0], right), call)
    },
    MPDCommand("ping", .none, 0...0) { _ throws(MPDError) in .done },
    MPDCommand("tagtypes", .none, 0..., tagTypes),
    MPDCommand("urlhandlers", .read, 0...0) { _ throws(MPDError) in
      .text(MPDText("handler", ["http://", "https://"]))
    },
  ]

  /// The decoders, by the names of their plugins in Music Player Daemon.
  private enum DecoderPlugin: String, CaseIterable {
    case mpg123, ffmpeg, pcm

    init(_ codec: Codec) {
      switch codec.properties.decoder {
      case .mpg123: self = .mpg123
      case .libavcodec: self = .ffmpeg
      case .samples: self = .pcm
      }
    }
  }

  /// The answer to a password. From an address that sent too many wrong ones, a right one is answered as late as a wrong
  /// one: otherwise its speed would give it away, and guesses over many connections would cost no time.
  private static func check(_ isRight: Bool, _ call: MPDCall) -> MPDReply {
    let (hub, session, now) = (call.hub, call.session, ContinuousClock.now)
    let wait = session.client.flatMap { hub.passwords.wait(for: $0, at: now) }.map {
      min($0, hub.options.maximumPasswordDelay)
    }
    if isRight, wait == nil {
      hub.admit(session)
      return .done
    }
    if !isRight {
      session.wrongPasswords += 1
      // Those that wait already are not counted: the wait of the address would grow for hours.
      if wait == nil, let client = session.client { hub.passwords.noteWrong(from: client, at: now) }
    }
    let delay = max(wait ?? .zero, isRight ? .zero : hub.options.wrongPasswordDelay)
    let answer = hub.loop.assumeIsolated().scheduleTask(in: TimeAmount(delay)) { () throws -> MPDText in
      guard isRight else { throw wrongPassword }
      hub.admit(session)
      return MPDText()
    }
    return .future(answer.futureResult)
  }

  private static let wrongPassword = MPDError(.password, "incorrect password")

  private static func names(where isWanted: (MPDCommand) -> Bool) -> MPDText {
    MPDText("command", names.filter { all[$0].map(isWanted) ?? false })
  }

  private static func tagTypes(_ call: MPDCall) throws(MPDError) -> MPDReply {
    let names = call.arguments.dropFirst()
    switch call.arguments.first {
    case nil:
      return .text(MPDText("tagtype", MPDTag.used.filter(call.session.tags.contains).map(\.rawValue)))
    case "clear"?, "all"?:
      guard names.isEmpty else { throw MPDError(.argument, "Too many arguments") }
      call.session.tags = call.arguments.first == "all" ? Set(MPDTag.used) : []
    case "enable"?, "disable"?:
      guard !names.isEmpty else { throw MPDError(.argument, "Not enough arguments") }
      var tags: Set<MPDTag> = []
      for name in names {
        guard let tag = MPDTag(named: name) else { throw MPDError(.argument, "Unknown tag type") }
        tags.insert(tag)
      }
      if call.arguments.first == "enable" {
        call.session.tags.formUnion(tags)
      } else {
        call.session.tags.subtract(tags)
      }
    default: throw MPDError(.argument, "Unknown sub command")
    }
    return .done
  }
}
