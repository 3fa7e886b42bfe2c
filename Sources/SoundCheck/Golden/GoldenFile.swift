import AudioCore
import JSON
public import SystemSupport

/// The file of a fingerprint: a JSON object with one line for each block, so that a change is a small difference to git.
public enum GoldenFile {
  private static let kind = "springradio-golden"
  /// The version of the format. Another version is refused: its numbers may mean something else.
  private static let version = 1
  /// The largest file that is read.
  private static let maximumBytes = 24 << 20

  /// Returns the text of `fingerprint`, at most 2 KB a second for sound of one or two channels.
  package static func text(_ fingerprint: Fingerprint) -> [UInt8] {
    let bands = (fingerprint.blocks.first?.bands ?? []).indices.map { "\(Fingerprint.nominal($0))" }
    var text = """
      {"type":"\(kind)","version":\(version),"radiod":"\(ProductVersion.text)",
      "unit":"tenths of a dB below full scale",
      "columns":["bands","steps of 10 ms","channels","\(Fingerprint.Moment.allCases.map { "\($0)" }.joined(separator: " "))"],
      "sampleRate":\(fingerprint.sampleRate),"channels":\(fingerprint.channels),"frames":\(fingerprint.frames),
      "bands":[\(bands.joined(separator: ","))],
      "blocks":[

      """
    for (index, block) in fingerprint.blocks.enumerated() {
      let columns = [block.bands, block.envelope, block.channels, block.moments].map { column in
        "[" + column.map(String.init).joined(separator: ",") + "]"
      }
      text += "[" + columns.joined(separator: ",") + "]" + (index + 1 < fingerprint.blocks.count ? ",\n" : "\n")
    }
    return Array((text + "]}\n").utf8)
  }

  /// Writes `fingerprint` to the file at `path`, atomically; others may read it as the user's mask allows. Throws
  /// ``SystemError``.
  public static func write(_ fingerprint: Fingerprint, to path: String) throws(SystemError) {
    try GrowingFile.write(text(fingerprint), to: path)
  }

  /// Reads the file at `path`. Throws `SystemError.cannotRead`, or
  /// `CheckError.badGolden` with what is wrong in it.
  public static func read(_ path: String) throws -> Fingerprint {
    let bytes: [UInt8]
    do throws(ReadableFile.ReadError) {
      bytes = try ReadableFile.bytes(of: path, limit: maximumBytes)
    } catch {
      throw SystemError.cannotRead(path: path, reason: error.reason)
    }
    do throws(ReadError) {
      guard bytes.count <= maximumBytes else { throw ReadError("it is larger than \(maximumBytes >> 20) MiB") }
      return try parse(bytes)
    } catch {
      throw CheckError.badGolden(path: path, reason: error.reason)
    }
  }

  /// What is wrong in a file.
  package struct ReadError: Error, Equatable {
    /// The reason, as part of a sentence.
    package let reason: String

    init(_ reason: String) { self.reason = reason }
  }

  /// Returns the fingerprint in the text of a file. Throws ``ReadError``.
  package static func parse(_ bytes: [UInt8]) throws(ReadError) -> Fingerprint {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONReader.read(bytes)
    } catch {
      throw ReadError("\(error)")
    }
    guard value["type"]?.text == kind else { throw ReadError("its type is not \(kind); --bless writes one") }
    guard let found = value["version"]?.integer(Int.self) else { throw ReadError("it has no version") }
    guard found == version else {
      throw ReadError("version \(found), and this program reads version \(version); --bless renews it")
    }
    guard let rate = value["sampleRate"]?.integer(Int.self), let channels = value["channels"]?.integer(Int.self),
      let frames = value["frames"]?.integer(Int.self), rate >= Fingerprint.minimumRate, rate <= 1_000_000,
      (1...64).contains(channels),
      frames > 0, frames / rate < 1_000_000
    else { throw ReadError("sampleRate, channels or frames are missing or out of range") }
    let count = Fingerprint.bands(atRate: rate)
    let bands = value["bands"]?.elements?.map { $0.integer(Int.self) ?? 0 } ?? []
    guard bands == (0..<count).map(Fingerprint.nominal) else {
      throw ReadError("other bands than the third octaves from 50 Hz up; --bless renews it")
    }
    guard let rows = value["blocks"]?.elements, !rows.isEmpty, rows.count <= Fingerprint.maximumBlocks else {
      throw ReadError("it has no blocks, or more than two hours of them")
    }
    let expected = (frames * Fingerprint.blocksPerSecond + rate - 1) / rate
    guard abs(rows.count - expected) <= 1 else {
      throw ReadError("it has \(rows.count) blocks for \(expected) tenths of a second")
    }
    var blocks: [Fingerprint.Block] = []
    for row in rows {
      let columns = row.elements?.map { column in column.elements?.compactMap { $0.integer(Int16.self) } ?? [] } ?? []
      guard columns.map(\.count) == [count, Fingerprint.steps, channels, Fingerprint.Moment.allCases.count] else {
        throw ReadError("line \(row.line): a block of other columns")
      }
      guard columns.joined().allSatisfy((Fingerprint.ceiling...Fingerprint.floor).contains) else {
        throw ReadError("line \(row.line): a level out of range")
      }
      blocks.append(
        Fingerprint.Block(bands: columns[0], envelope: columns[1], channels: columns[2], moments: columns[3]))
    }
    return Fingerprint(sampleRate: rate, channels: channels, frames: frames, blocks: blocks)
  }
}
