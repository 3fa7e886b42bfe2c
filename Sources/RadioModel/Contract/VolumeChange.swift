package import JSON

/// The body of a request for ``Endpoint/volume``: a new volume, a change of it, or of muting.
package struct VolumeChange: Sendable, Equatable, JSONConvertible {
  /// The new volume, 0…100.
  package var volume: Int?
  /// The points by which the volume changes, -100…100.
  package var change: Int?
  /// Whether the sound is muted.
  package var isMuted: Bool?
  /// True when muting is inverted.
  package var togglesMute = false

  /// A change of these values.
  package init(volume: Int? = nil, change: Int? = nil, isMuted: Bool? = nil, togglesMute: Bool = false) {
    (self.volume, self.change) = (volume, change)
    (self.isMuted, self.togglesMute) = (isMuted, togglesMute)
  }

  /// The body.
  package var json: JSONValue {
    .object(["volume": volume, "change": change, "muted": isMuted, "toggleMute": togglesMute ? true : nil])
  }

  /// Reads a body. Throws ``RequestError``.
  package init(_ body: [UInt8]) throws(RequestError) {
    var fields = try RequestFields(body)
    volume = try fields.integer("volume", in: 0...100)
    change = try fields.integer("change", in: -100...100)
    isMuted = try fields.flag("muted")
    let toggles = try fields.flag("toggleMute")
    try fields.finish()
    guard volume == nil || change == nil else { throw RequestError("either \"volume\" or \"change\"") }
    guard isMuted == nil || toggles == nil else { throw RequestError("either \"muted\" or \"toggleMute\"") }
    guard toggles != false else { throw RequestError("\"toggleMute\" can only be true") }
    togglesMute = toggles == true
    guard !commands.isEmpty else {
      throw RequestError("\"volume\", \"change\", \"muted\" or \"toggleMute\" is missing")
    }
  }

  /// The commands that make the change, in order.
  package var commands: [Command] {
    [
      volume.map { Command.setVolume($0) }, change.map { .changeVolume(by: $0) }, isMuted.map { .setMuted($0) },
      togglesMute ? .toggleMute : nil,
    ]
    .compactMap(\.self)
  }
}
