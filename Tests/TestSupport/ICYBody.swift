/// The body of a SHOUTcast stream, as a server sends it to a client that asked for titles.
public enum ICYBody {
  /// A title, and the number of audio bytes before it.
  public struct Title: Sendable {
    /// The title is sent with the first block that comes after this many bytes of audio.
    public var offset: Int
    /// The bytes of the block, without length and padding.
    public var text: [UInt8]

    /// The block `StreamTitle='title';`.
    public init(_ title: String, at offset: Int) { self.init(text: Array("StreamTitle='\(title)';".utf8), at: offset) }

    /// A block of any bytes, at most 4080.
    public init(text: [UInt8], at offset: Int) {
      self.offset = offset
      self.text = text
    }
  }

  /// `audio` with a metadata block after every `interval` bytes.
  public static func interleave(_ audio: [UInt8], interval: Int, titles: [Title]) -> [UInt8] {
    var body: [UInt8] = []
    body.reserveCapacity(audio.count + audio.count / interval * 2)
    var waiting = titles[...]
    for start in stride(from: 0, to: audio.count, by: interval) {
      let end = min(start + interval, audio.count)
      body += audio[start..<end]
      guard end - start == interval else { break }
      guard let title = waiting.first, title.offset <= end else {
        body.append(0)
        continue
      }
      waiting.removeFirst()
      let length = (title.text.count + 15) / 16
      body.append(UInt8(length))
      body += title.text + [UInt8](repeating: 0, count: length * 16 - title.text.count)
    }
    return body
  }
}
