import Glibc
package import JSON
import Synchronization

/// A file in which this program keeps something from run to run: it is read first, and replaced later.
///
/// A file that cannot be used is never replaced. It is renamed first, and if that fails, it is left alone and nothing is
/// written to it in this run. A file of a later version of this program is left alone as well. Each of these causes one
/// sentence.
package final class StoredFile: Sendable {
  /// Why the content of a file cannot be used.
  package enum StoreError: Error, Sendable, Equatable {
    /// It is damaged, or is not a file of ours, for this reason.
    case damaged(String)
    /// A later version of this program wrote it; the text names that version.
    case newer(String)
    /// The system could not read it now: it has no descriptors or no memory left, or a file server does not answer.
    /// Nothing is known about the file.
    case unknown(String)
  }

  /// The number of files that are kept under other names: `.bad`, `.bad.2` … `.bad.9`. With so many, a
  /// further one is left alone.
  package static let maximumSetAside = 9

  /// The path of the file.
  package let path: String
  private let maximumBytes: Int
  private let consequence: String
  private let onFault: @Sendable (String) -> Void
  /// Cleared when the file must not be written in this run.
  private let writable = Atomic<Bool>(true)

  /// Creates the file at `path`, which need not exist; one with more than `maximumBytes` cannot be used. `onFault` gets
  /// a sentence, on the thread of the call, when the file cannot be used; `consequence` is the part of it that says what
  /// happens when the file was renamed.
  package init(
    path: String, maximumBytes: Int, consequence: String = "beginning with nothing",
    onFault: @escaping @Sendable (String) -> Void
  ) {
    self.path = path
    self.maximumBytes = maximumBytes
    self.consequence = consequence
    self.onFault = onFault
  }

  /// False when the file must not be written in this run.
  package var isWritable: Bool { writable.load(ordering: .sequentiallyConsistent) }

  // MARK: - Reading

  /// Returns what `parse` makes of the file's bytes; nil without a file, and when it cannot be used. Such a file is
  /// renamed, or not written in this run.
  package func read<Value>(_ parse: ([UInt8]) throws(StoreError) -> Value) -> Value? {
    settled { () throws(StoreError) in try inspect(parse) }
  }

  /// Returns what `inspect` finds in the file; nil without a file, and when `inspect` throws. Then the file is renamed,
  /// or not written in this run. `inspect` may be called twice.
  package func settled<Value>(_ inspect: () throws(StoreError) -> Value?) -> Value? {
    let first: StoreError
    do throws(StoreError) { return try inspect() } catch { first = error }
    guard case .damaged = first else {
      leaveAlone(first.reason)
      return nil
    }
    var value: Value?
    do throws(SystemError) {
      // Again, while no other program of ours replaces the file: it may have done so meanwhile.
      try AtomicFile.replace(path, keepsOwner: false) { (_) throws(SystemError) in
        value = settle(inspect)
        return nil
      }
    } catch {
      leaveAlone(first.reason)
    }
    return value
  }

  /// Returns what `parse` makes of the bytes; nil without a file. Changes nothing.
  package func inspect<Value>(_ parse: ([UInt8]) throws(StoreError) -> Value) throws(StoreError) -> Value? {
    let bytes: [UInt8]
    do throws(ReadableFile.ReadError) {
      bytes = try ReadableFile.bytes(of: path, limit: maximumBytes)
    } catch {
      guard let fault = Self.fault(of: error) else { return nil }
      throw fault
    }
    guard bytes.count <= maximumBytes else { throw .damaged("it is larger than \(maximumBytes >> 10) KiB") }
    return try parse(bytes)
  }

  /// Returns a reader of a JSON object with the member `version`, which must be `version`. `parse` reads the object.
  package static func object<Value>(
    version: Int, _ parse: @escaping @Sendable (JSONValue) throws(JSONError) -> Value
  ) -> @Sendable ([UInt8]) throws(StoreError) -> Value {
    { (bytes) throws(StoreError) in
      let json: JSONValue
      do throws(JSONError) { json = try JSONReader.read(bytes) } catch { throw .damaged(error.description) }
      let found = json["version"]?.integer(Int.self) ?? 0
      guard found <= version else { throw .newer("version \(found)") }
      do throws(JSONError) {
        guard found == version else {
          throw JSONError(line: json.line, reason: "the version is not \(version), the only one known")
        }
        return try parse(json)
      } catch {
        throw .damaged(error.description)
      }
    }
  }

  /// Returns what is wrong with a file that cannot be opened or read; nil when there is none.
  package static func fault(of failure: ReadableFile.ReadError) -> StoreError? {
    switch failure {
    case .system(code: ENOENT), .system(code: ENOTDIR): nil
    case .system(code: EACCES), .system(code: EPERM), .system(code: EISDIR), .system(code: ENXIO),
      .system(code: ELOOP), .silentPipe:
      .damaged("it cannot be read: \(failure.reason)")
    case .system: .unknown("it cannot be read: \(failure.reason)")
    }
  }

  // MARK: - Writing

  /// Replaces the file with `bytes`, as a whole or not at all. Does nothing when the file must not be written in this
  /// run. Throws `.cannotCreate` and `.cannotWrite`; then the file is unchanged.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    if isWritable { try AtomicFile.write(bytes, to: path) }
  }

  /// Replaces the file with what `contents` makes of its present value, while no other program of ours writes it. The
  /// value is nil without a file, and when it cannot be used, as with ``read(_:)``. Does nothing when the file must not
  /// be written in this run, and when `contents` returns nil. Throws as ``write(_:)`` does.
  package func replace<Value>(
    _ parse: ([UInt8]) throws(StoreError) -> Value, with contents: (Value?) -> [UInt8]?
  ) throws(SystemError) {
    guard isWritable else { return }
    do throws(SystemError) {
      try AtomicFile.replace(path, keepsOwner: false) { (_) throws(SystemError) in
        var unknown: String?
        let value = settle { () throws(StoreError) in
          do throws(StoreError) { return try inspect(parse) } catch {
            guard case .unknown(let reason) = error else { throw error }
            unknown = reason
            return nil
          }
        }
        // Nothing is known about the file now; the next replacement reads it again.
        if let unknown { throw .cannotRead(path: path, reason: unknown) }
        return isWritable ? contents(value) : nil
      }
    } catch {
      do throws(StoreError) { _ = try inspect(parse) } catch {
        if case .unknown = error {} else { return leaveAlone(error.reason) }
      }
      throw error
    }
  }

  /// Renames the file, which cannot be used because of `reason`. If that fails, it is not written in this run.
  package func setAside(_ reason: String) {
    do throws(SystemError) {
      let kept = try Self.setAside(path)
      onFault("\(path): \(reason); \(consequence), and keeping it as \(kept)")
    } catch {
      leaveAlone(reason)
    }
  }

  // MARK: - Parts

  /// Returns what `inspect` finds; a file that cannot be used is set aside or left alone.
  private func settle<Value>(_ inspect: () throws(StoreError) -> Value?) -> Value? {
    do throws(StoreError) {
      return try inspect()
    } catch {
      switch error {
      case .damaged(let reason): setAside(reason)
      case .newer, .unknown: leaveAlone(error.reason)
      }
      return nil
    }
  }

  private func leaveAlone(_ reason: String) {
    guard writable.exchange(false, ordering: .sequentiallyConsistent) else { return }
    onFault("\(path): \(reason); it stays as it is, and radiod writes nothing to it until it starts again")
  }

  /// True when the folder has an entry of this name.
  private static func exists(_ path: String) -> Bool {
    stat(ofEntry: path) != nil || (errno != ENOENT && errno != ENOTDIR)
  }

  /// Renames the file at `path`; of a symbolic link its target, which must be a plain file. Returns the new name. Throws
  /// `.cannotCreate`.
  private static func setAside(_ path: String) throws(SystemError) -> String {
    let target = try AtomicFile.target(of: path)
    guard let status = stat(ofEntry: target) else { throw failure(target) }
    if target != path, !status.isPlainFile {
      throw .cannotCreate(path: path, reason: "it leads to no plain file")
    }
    let names = (1...maximumSetAside).map { target + ($0 == 1 ? ".bad" : ".bad.\($0)") }
    guard let free = names.first(where: { !exists($0) }) else {
      throw .cannotCreate(path: path, reason: "\(maximumSetAside) files are kept beside it already")
    }
    guard rename(target, free) == 0 else { throw failure(free) }
    return free
  }

  private static func failure(_ path: String) -> SystemError {
    .cannotCreate(path: path, reason: SystemReason.text(of: errno))
  }
}

extension StoredFile.StoreError {
  /// The reason as a part of a sentence.
  fileprivate var reason: String {
    switch self {
    case .damaged(let reason), .unknown(let reason): reason
    case .newer(let version): "a later version of radiod wrote it (\(version))"
    }
  }
}
