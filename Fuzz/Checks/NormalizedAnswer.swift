import AudioCore
import Downloader

/// The result of normalising an answer.
struct NormalizedAnswer: Equatable, CustomStringConvertible {
  private(set) var head: [UInt8] = []
  private(set) var body: [UInt8] = []
  private(set) var headFault: HeadError?
  private(set) var bodyFault: ChunkDecoder.ChunkError?
  private(set) var mayEnd = false

  init(_ bytes: [UInt8], splits: Splits = Splits(largest: .max, seed: 0), charset: TextCharset = .default) {
    var normalizer = HeadNormalizer(charset: charset)
    var passed: [UInt8] = []
    var fed = 0
    splits.forEach(of: bytes) { piece in
      do throws(HeadError) {
        fed += piece.count
        switch try normalizer.feed(piece) {
        case .needMore: claim(fed <= HeadNormalizer.maximumHeadBytes, "\(fed) bytes of head are too many")
        case .pass(let bytes): passed += bytes
        }
      } catch {
        headFault = error
      }
      return headFault == nil
    }
    bodyFault = normalizer.bodyFault
    mayEnd = normalizer.mayEnd
    let end = Bytes.find("\r\n\r\n", in: passed).map { $0 + 4 } ?? passed.count
    head = Array(passed[..<end])
    body = Array(passed[end...])
  }

  /// True when the lines are the same, in any order.
  func isSameHead(as other: NormalizedAnswer) -> Bool {
    func lines(_ head: [UInt8]) -> [String] {
      String(decoding: head, as: UTF8.self).split(separator: "\r\n").map(String.init).sorted()
    }
    return lines(head) == lines(other.head)
  }

  var description: String {
    "\(String(decoding: head, as: UTF8.self).debugDescription), \(body.count) bytes, \(String(describing: headFault)), "
      + "\(String(describing: bodyFault)), may end: \(mayEnd)"
  }
}
