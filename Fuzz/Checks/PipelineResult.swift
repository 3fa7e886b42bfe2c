import AudioCore
import Bytes
import Downloader
import Parser

/// The result of one answer in the pipeline up to the decoder.
struct PipelineResult: Equatable {
  private(set) var head: [UInt8] = []
  private(set) var packets: [Packet] = []
  private(set) var titles: [StreamMetadata] = []
  private(set) var headFault: HeadError?
  private(set) var error: TuneError?

  private var demultiplexer: ICYDemultiplexer?
  private var parser = StreamParser(source: "it")

  init(_ bytes: [UInt8], splits: Splits) {
    var normalizer = HeadNormalizer()
    var passed: [UInt8] = []
    splits.forEach(of: bytes) { piece in
      do throws(HeadError) {
        guard case .pass(let bytes) = try normalizer.feed(piece) else { return true }
        if demultiplexer != nil { return feed(bytes) }
        passed += bytes
        guard let end = Bytes.find("\r\n\r\n", in: passed).map({ $0 + 4 }) else { return true }
        head = Array(passed[..<end])
        demultiplexer = ICYDemultiplexer(interval: interval)
        return feed(Array(passed[end...]))
      } catch {
        headFault = error
        return false
      }
    }
    guard error == nil else { return }
    do throws(TuneError) {
      packets += try parser.finish().packets
    } catch {
      self.error = error
    }
  }

  /// The metadata interval, by the rule for the head of a station.
  private var interval: Int? {
    CanonicalHead.fields(head).first { $0.name == "icy-metaint" }.flatMap { Int(CleanText.singleLine($0.value)) }
  }

  private mutating func feed(_ bytes: [UInt8]) -> Bool {
    for chunk in demultiplexer?.feed(bytes) ?? [] {
      switch chunk {
      case .metadata(let metadata): titles.append(metadata)
      case .discontinuity: break
      case .audio(let bytes):
        do throws(TuneError) {
          packets += try parser.feed(bytes).packets
        } catch {
          self.error = error
          return false
        }
      }
    }
    return true
  }

  static func == (one: PipelineResult, other: PipelineResult) -> Bool {
    guard one.headFault == other.headFault, one.head == other.head, one.packets == other.packets else { return false }
    // When the stream is given up, titles in the last bytes may or may not have been parsed. Frames lost shortly before
    // the end are reported only when a call for more bytes follows.
    if one.isLost || other.isLost { return true }
    return one.error == other.error && (one.error != nil || one.titles == other.titles)
  }

  private var isLost: Bool {
    if case .network(.connectionLost)? = error { true } else { false }
  }
}
