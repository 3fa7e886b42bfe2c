import RadioModel

// Commands for features that a radio does not have: options of the queue, files, and the rest of a music library. The
// answers are those of Music Player Daemon without a database. A request for the value that is already set succeeds.
extension MPDCommand {
  static let aboutWhatIsNotThere: [MPDCommand] =
    fixed + queueTags + [
      MPDCommand("config", .admin, 0...0) { call throws(MPDFault) in
        guard call.session.isLocal else { throw MPDFault(.permission, "Command only permitted to local clients") }
        // There is no music directory, and nothing else that Music Player Daemon would return.
        return .done
      },
      MPDCommand("listpartitions", .read, 0...0) { _ throws(MPDFault) in
        var text = MPDText()
        text.line("partition", "default")
        return .text(text)
      },
      MPDCommand("partition", .read, 1...1) { call throws(MPDFault) in
        guard call.arguments[0] == "default" else { throw MPDFault(.noSuchThing, "partition does not exist") }
        return .done
      },
      MPDCommand("replay_gain_status", .read, 0...0) { _ throws(MPDFault) in
        var text = MPDText()
        text.line("replay_gain_mode", "off")
        return .text(text)
      },
    ]
    + ["getfingerprint", "readcomments"].map { MPDCommand($0, .read, 1...1, noDatabase) }
    + ["listfiles"].map { MPDCommand($0, .read, 0...1, noDatabase) }
    + ["rescan", "update"].map { MPDCommand($0, .control, 0...1, noDatabase) }
    + [MPDCommand("listmounts", .read, 0...0, noDatabase)]

  /// Options with a fixed value: the name and the only value that can be set.
  private static let fixed: [MPDCommand] = [
    ("consume", "0"), ("crossfade", "0"), ("mixrampdb", "0"), ("mixrampdelay", "nan"), ("random", "0"), ("repeat", "1"),
    ("replay_gain_mode", "off"), ("single", "0"),
  ].map { name, value in
    MPDCommand(name, .player, 1...1) { call throws(MPDFault) in
      switch name {
      case "consume", "random", "repeat": _ = try call.flag(0)
      case "crossfade": _ = try call.unsigned(0)
      case "single":
        guard ["0", "1", "oneshot"].contains(call.arguments[0]) else {
          throw MPDFault(.argument, "Unrecognized single mode, expected 0, 1, or oneshot")
        }
      case "replay_gain_mode":
        guard ["off", "track", "album", "auto"].contains(call.arguments[0]) else {
          throw MPDFault(.argument, "Unrecognized replay gain mode")
        }
      default: break
      }
      guard call.arguments[0] == value else {
        throw MPDFault(.argument, "Not supported for radio stations: \(name) stays \(value)")
      }
      return .done
    }
  }

  /// Commands for the tags and the priority of one song in the queue, which only a file could have.
  private static let queueTags: [MPDCommand] = [
    ("addtagid", MPDPermission.add, 3...3), ("cleartagid", .add, 1...2), ("rangeid", .add, 2...2),
    ("prioid", .player, 2...2),
  ].map { name, permission, count in
    MPDCommand(name, permission, count) { call throws(MPDFault) in
      let id = try call.unsigned(name == "prioid" ? 1 : 0)
      guard call.look().queue.position(ofID: id) != nil else { throw .noSuchSong }
      throw MPDFault(.permission, "Cannot edit tags of a station")
    }
  }

  private static func noDatabase(_ call: MPDCall) throws(MPDFault) -> MPDReply { throw .noDatabase }
}
