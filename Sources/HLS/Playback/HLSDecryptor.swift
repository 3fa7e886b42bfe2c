import AudioCore
import CAVCodec
import SystemSupport

/// Decrypts one segment piece by piece: AES-128 in CBC mode with PKCS#7 padding (RFC 8216, 4.3.2.4). Only one thread at
/// a time may use it.
///
/// Unchecked: it belongs to one `HLSConnection`, which only one task at a time uses.
final class HLSDecryptor: @unchecked Sendable {
  /// The size of a key, of an initialisation vector and of a block, in bytes.
  static let blockBytes = 16

  private let cipher: OpaquePointer
  /// Input that is not decrypted yet, at most one block. The last block may contain padding, and only further bytes
  /// show that a block is not the last.
  private var rest: [UInt8] = []

  /// A decryptor for one segment of `source`, with a key and an initialisation vector of 16 bytes each. Throws
  /// ``TuneError/cannotRead(path:reason:)`` without libavcodec, or when memory is exhausted.
  init(key: [UInt8], vector: [UInt8], source: String) throws(TuneError) {
    precondition(key.count == Self.blockBytes && vector.count == Self.blockBytes)
    var made: OpaquePointer?
    let status = cavcodec_cipher_open(&made, key, vector)
    guard let made else {
      let reason =
        status == CAVCODEC_NO_LIBRARY
        ? "that needs libavcodec; "
          + LoadedLibrary.libavcodec.advice(
            version: Int(cavcodec_library_version()), problem: String(cString: cavcodec_library_problem()))
        : "out of memory"
      throw .cannotRead(path: source, reason: "its segments are encrypted: \(reason)")
    }
    cipher = made
  }

  deinit { cavcodec_cipher_close(cipher) }

  /// Adds the next bytes and returns the decrypted bytes of all complete blocks except the last.
  func feed(_ bytes: [UInt8]) -> [UInt8] {
    let blocks = max(0, rest.count + bytes.count - 1) / Self.blockBytes
    guard blocks > 0 else {
      rest += bytes
      return []
    }
    // The first block consists of the rest and the bytes it lacks; the others are decrypted directly from `bytes`.
    let begun = rest.isEmpty ? 0 : Self.blockBytes - rest.count
    if !rest.isEmpty { rest += bytes[..<begun] }
    let whole = blocks - (rest.isEmpty ? 0 : 1)
    let plain = [UInt8](unsafeUninitializedCapacity: blocks * Self.blockBytes) { plain, filled in
      guard let to = plain.baseAddress else { return }
      rest.withUnsafeBufferPointer { first in
        if let from = first.baseAddress, !first.isEmpty {
          cavcodec_cipher_decrypt(cipher, to, from, 1)
          filled = Self.blockBytes
        }
      }
      bytes.withUnsafeBufferPointer { source in
        if let from = source.baseAddress, whole > 0 {
          cavcodec_cipher_decrypt(cipher, to + filled, from + begun, whole)
          filled += whole * Self.blockBytes
        }
      }
    }
    rest.removeAll(keepingCapacity: true)
    rest += bytes[(begun + whole * Self.blockBytes)...]
    return plain
  }

  /// Ends the segment: returns the last block without its padding, or whole when the padding is invalid. An incomplete
  /// last block is dropped.
  func finish() -> [UInt8] {
    guard rest.count == Self.blockBytes else { return [] }
    let plain = [UInt8](unsafeUninitializedCapacity: Self.blockBytes) { plain, filled in
      rest.withUnsafeBufferPointer { source in
        if let to = plain.baseAddress, let from = source.baseAddress {
          cavcodec_cipher_decrypt(cipher, to, from, 1)
          filled = Self.blockBytes
        }
      }
    }
    rest = []
    guard let padding = plain.last.map(Int.init), (1...Self.blockBytes).contains(padding),
      plain.suffix(padding).allSatisfy({ $0 == UInt8(padding) })
    else { return plain }
    return plain.dropLast(padding)
  }
}
