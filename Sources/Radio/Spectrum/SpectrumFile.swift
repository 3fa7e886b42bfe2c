public import AudioCore
public import Spectrum
import SystemSupport

/// A file that receives the frames of a spectrum. Its old content stays until ``commit()``, and after a failed write.
///
/// A file has one set of bands, an archive also one number of rows: where the sound changes to others, writing throws
/// `.cannotWrite`.
public final class SpectrumFile: FrameWriter {
  /// The form of the file.
  public enum Form: Sendable, Equatable {
    /// Comma-separated values: see `SpectrumCSVWriter`.
    case csv(decimals: Int, hasLoudness: Bool)
    /// An archive of arrays: `times`, `bands`, `levels`.
    case npz
  }

  private let file: GrowingFile
  private var csv: SpectrumCSVWriter?
  private var archive: NumpyArchive?
  private var header: SpectrumHeader?
  private var failure: TuneError?

  /// Begins the file at `path`. Throws `.cannotCreate`, and `.cannotWrite` when another program is writing it.
  public init(_ path: String, form: Form) throws(TuneError) {
    do throws(SystemError) {
      file = try GrowingFile(path)
      if case .npz = form { archive = try NumpyArchive(file) }
    } catch {
      throw .system(error)
    }
    if case .csv(let decimals, let hasLoudness) = form {
      csv = SpectrumCSVWriter(decimals: decimals, hasLoudness: hasLoudness)
    }
  }

  /// Does nothing: a file has no codec.
  public func begin(_ codec: Codec) {}

  /// Appends what the file has of `event` to `bytes`, which go to ``write(_:)``.
  public func append(_ event: SpectrumEvent, to bytes: inout [UInt8]) {
    guard failure == nil else { return }
    if case .header(let next) = event {
      if let header { check(next, after: header) }
      header = next
    }
    csv?.append(event, to: &bytes)
    archive?.append(event, to: &bytes)
  }

  /// Does nothing: the measures of the end are not frames.
  public func appendEnd(_ end: SpectrumEnd, to bytes: inout [UInt8]) {}

  /// Writes what ``append(_:to:)`` returned. Throws `.cannotWrite`.
  public func write(_ bytes: [UInt8]) throws {
    if let failure { throw failure }
    do throws(SystemError) {
      if let archive { try archive.write(bytes) } else { try file.append(bytes) }
    } catch {
      failure = .system(error)
      throw TuneError.system(error)
    }
  }

  /// Completes the file. Without sound it stays as it was. Throws `.cannotWrite`, also when a write failed before.
  public func commit() throws(TuneError) {
    if let failure { throw failure }
    guard header != nil else { return }
    do throws(SystemError) {
      try archive?.finish()
      try file.commit()
    } catch {
      throw .system(error)
    }
  }

  private func check(_ next: SpectrumHeader, after header: SpectrumHeader) {
    guard next.layout.bands != header.layout.bands || archive != nil && next.rows != header.rows else { return }
    failure = .cannotWrite(
      path: file.path,
      reason: """
        the sound changes from \(header.format.displayName) to \(next.format.displayName), and the file has one set of \
        \(archive == nil ? "bands" : "rows and bands"); use --json
        """)
  }
}
