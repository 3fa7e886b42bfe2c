import RadioModel

// Commands that move within the sound of the current entry that is kept. The radio clamps a place outside.
extension MPDCommand {
  static let aboutSeeking: [MPDCommand] = [
    MPDCommand("seek", .player, 2...2) { call throws(MPDError) in
      let position = try call.unsigned(0)
      let place = try place(call, 1)
      let entries = call.refresh().queue.entries
      guard entries.indices.contains(position) else { throw .badSongIndex }
      return try seek(.to(place), in: entries[position].id, call)
    },
    MPDCommand("seekcur", .player, 1...1) { call throws(MPDError) in
      let text = call.arguments[0]
      let isRelative = text.hasPrefix("+") || text.hasPrefix("-")
      let target = isRelative ? Seek.by(step(try MPDNumber.seconds(text))) : .to(try place(call, 0))
      let snapshot = call.refresh()
      guard RadioStatus(snapshot, event: 0).state != .stopped else { throw .notPlaying }
      return try seek(target, in: snapshot.entryID, call)
    },
    MPDCommand("seekid", .player, 2...2) { call throws(MPDError) in
      let id = try call.unsigned(0)
      let place = try place(call, 1)
      guard call.refresh().queue.position(ofID: id) != nil else { throw .noSuchSong }
      return try seek(.to(place), in: id, call)
    },
  ]

  /// Moves to `seek` in the entry `id`; only in the current one sound is kept.
  private static func seek(_ seek: Seek, in id: Int?, _ call: MPDCall) throws(MPDError) -> MPDReply {
    let snapshot = call.refresh()
    guard snapshot.seekable != nil, id == snapshot.entryID else { throw MPDError(.unknown, "Not seekable") }
    return call.obey(.seek(seek))
  }

  /// Reads the argument at `index` as a place in seconds from 0.
  private static func place(_ call: MPDCall, _ index: Int) throws(MPDError) -> Duration {
    let text = call.arguments[index]
    let number = try MPDNumber.seconds(text)
    guard number >= 0 else { throw MPDError(.argument, "Negative value not allowed: \(text)") }
    return .seconds(min(number, Seek.maximumTime / .seconds(1)))
  }

  private static func step(_ seconds: Double) -> Duration {
    let most = Seek.maximumStep / .seconds(1)
    return .seconds(min(max(seconds, -most), most))
  }
}
