/// One fuzz target: a name on the command line, and the code that runs an input. It traps, by ``claim(_:_:)``, when the
/// input breaks a promise.
struct FuzzTarget: Sendable {
  /// The name, as in `Fuzz/run 60 head`.
  let name: String
  /// True when inputs are audio: half of the mutations then change whole frames.
  let isAudio: Bool
  /// Runs one input.
  let run: @Sendable (inout FuzzInput) -> Void

  init(_ name: String, isAudio: Bool = false, run: @escaping @Sendable (inout FuzzInput) -> Void) {
    self.name = name
    self.isAudio = isAudio
    self.run = run
  }

  /// Every target.
  static let all: [FuzzTarget] = [
    .head, .flood, .chunks, .demux, .sniffer, .parser, .recovery, .pls, .m3u, .xspf, .asx, .opml, .csv, .imports,
    .hls, .recognition, .stations, .directory, .url, .title, .reader, .pipeline, .ogg, .flac, .wave, .ts, .mp4, .file,
    .id3,
    .decoder, .bulk, .cookie, .socks, .picture, .keys, .splice, .timeShift, .golden, .span,
  ]

  /// The target whose name the program was called by; ends the program when no target has that name.
  static func called(_ path: String) -> FuzzTarget {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    if let target = all.first(where: { $0.name == name }) { return target }
    fail("call this program by the name of a target: \(all.map(\.name).joined(separator: ", "))")
  }
}
