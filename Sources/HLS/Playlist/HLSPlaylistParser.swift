import AudioCore

/// Parses a playlist piece by piece. Of a long playlist it keeps only the needed part: see ``HLSPlaylist``.
public struct HLSPlaylistParser {
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private var reader = HLSPlaylistReader()
  /// The beginning of a line whose end has not arrived yet.
  private var line: [UInt8] = []
  private var isFirstLine = true
  private var count = 0

  /// Parses the next bytes. Throws ``HLSError``; the parser must not be used after that.
  public mutating func feed(_ bytes: [UInt8]) throws(HLSError) {
    count += bytes.count
    guard count <= HLSPlaylist.maximumBytes else {
      throw HLSError(reason: "is longer than \(HLSPlaylist.maximumBytes >> 10) KiB")
    }
    var rest = bytes[...]
    while let end = rest.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
      if line.isEmpty {
        try read(rest[..<end])
      } else {
        line += rest[..<end]
        try read(line[...])
        line.removeAll(keepingCapacity: true)
      }
      rest = rest[(end + 1)...]
    }
    line += rest
    try checkLength(of: line[...])
  }

  /// Returns the playlist of all bytes. Throws ``HLSError``.
  public mutating func finish() throws(HLSError) -> HLSPlaylist {
    try read(line[...])
    line = []
    return try reader.playlist()
  }

  private mutating func read(_ line: ArraySlice<UInt8>) throws(HLSError) {
    var line = line
    if isFirstLine {
      if line.starts(with: Self.byteOrderMark) { line = line.dropFirst(Self.byteOrderMark.count) }
      isFirstLine = false
    }
    guard !line.isEmpty else { return }
    try checkLength(of: line)
    try reader.read(TextCharset.default.decode(line))
  }

  private func checkLength(of line: ArraySlice<UInt8>) throws(HLSError) {
    guard line.count <= HLSPlaylist.maximumLineBytes else {
      throw HLSError(reason: "has a line of more than \(HLSPlaylist.maximumLineBytes >> 10) KiB")
    }
  }
}
