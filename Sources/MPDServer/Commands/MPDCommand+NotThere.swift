import AudioCore
import RadioModel

// Commands for features that a radio does not have: options of the queue, files, and the rest of a music library. The
// answers are those of Music Player Daemon without a database, except where clients have a button for a command.
extension MPDCommand {
  static let aboutWhatIsNotThere: [MPDCommand] =
    fixed + queueTags + updates + [
      MPDCommand("config", .admin, 0...0) { call throws(MPDError) in
        guard call.session.isLocal else { throw MPDError(.permission, "Command only permitted to local clients") }
        // There is no music directory, and nothing else that Music Player Daemon would return.
        return .done
      },
      MPDCommand("listpartitions", .read, 0...0) { _ throws(MPDError) in .lines(["partition": "default"]) },
      MPDCommand("partition", .read, 1...1) { call throws(MPDError) in
        guard call.arguments[0] == "default" else { throw MPDError(.noSuchThing, "partition does not exist") }
        return .done
      },
      MPDCommand("replay_gain_status", .read, 0...0) { _ throws(MPDError) in .lines(["replay_gain_mode": "off"]) },
    ]
    + [
      MPDCommand("getfingerprint", .read, 1...1) { call throws(MPDError) in
        guard StreamURL.mayBeAddress(call.arguments[0]) else { throw .noSuchSong }
        throw MPDError(.unknown, "A stream has no fingerprint")
      },
      MPDCommand("listfiles", .read, 0...1) { call throws(MPDError) in
        guard isEverything(call.argument(0) ?? "") else { throw MPDError(.noSuchThing, "No such directory") }
        return .done
      },
      MPDCommand("listmounts", .read, 0...0) { _ throws(MPDError) in .lines(["mount": ""]) },
      MPDCommand("readcomments", .read, 1...1, noDatabase),
    ]

  /// Options with a fixed value. Clients have buttons for them and show an error as an alarm: so a valid value is accepted
  /// and not kept, and clients in `idle` read from the status that nothing has changed.
  private static let fixed: [MPDCommand] = [
    "consume", "crossfade", "mixrampdb", "mixrampdelay", "random", "repeat", "replay_gain_mode", "single",
  ].map { name in
    MPDCommand(name, .player, 1...1) { call throws(MPDError) in
      switch name {
      case "consume", "random", "repeat": _ = try call.flag(0)
      case "crossfade": _ = try call.unsigned(0)
      case "mixrampdb", "mixrampdelay":
        guard Float(call.arguments[0]) != nil else {
          throw MPDError(.argument, "Float expected: \(call.arguments[0])")
        }
      case "single":
        guard ["0", "1", "oneshot"].contains(call.arguments[0]) else {
          throw MPDError(.argument, "Unrecognized single mode, expected 0, 1, or oneshot")
        }
      default:
        guard ["off", "track", "album", "auto"].contains(call.arguments[0]) else {
          throw MPDError(.argument, "Unrecognized replay gain mode")
        }
      }
      call.hub.notify(.options)
      return .done
    }
  }

  /// Commands for a new look at the files of a library. Changes of the station list show by themselves, so that an update
  /// is over as soon as it has begun.
  private static let updates: [MPDCommand] = ["rescan", "update"].map { name in
    MPDCommand(name, .control, 0...1) { call throws(MPDError) in
      call.hub.notify(.update)
      return .lines(["updating_db": 1])
    }
  }

  /// Commands for the tags, the priority and the range of one song in the queue. A priority is for a random order, which
  /// the queue does not have: it is accepted and not kept.
  private static let queueTags: [MPDCommand] = [
    ("addtagid", MPDPermission.add, 3...3, "Cannot edit tags of a station"),
    ("cleartagid", .add, 1...2, "Cannot edit tags of a station"),
    ("rangeid", .add, 2...2, "Cannot play a part of a station"), ("prioid", .player, 2...2, nil),
  ].map { name, permission, count, refusal in
    MPDCommand(name, permission, count) { call throws(MPDError) in
      if name == "prioid" { _ = try call.unsigned(0, limit: 255) }
      let id = try call.unsigned(name == "prioid" ? 1 : 0)
      guard call.refresh().queue.position(ofID: id) != nil else { throw .noSuchSong }
      if let refusal { throw MPDError(.permission, refusal) }
      return .done
    }
  }

  private static func noDatabase(_ call: MPDCall) throws(MPDError) -> MPDReply { throw .noDatabase }
}
