import Glibc

/// The pages of the program that its start has touched: most of them are not needed again for hours.
enum StartUpPages {
  /// Lets go of the program's code in memory, once; what is needed comes back from the file, mostly without a disk. Nothing is lost: code
  /// is never written to.
  static func release() {
    var name = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/exe", &name, name.count)
    guard length > 0, let maps = try? BoundedFile.read("/proc/self/maps", limit: 1 << 20) else { return }
    let program = String(decoding: name[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    for line in String(decoding: maps, as: UTF8.self).split(separator: "\n")
    where line.contains(" r-xp ") && line.hasSuffix(" " + program) {
      let ends = line.prefix { $0 != " " }.split(separator: "-").compactMap { UInt($0, radix: 16) }
      guard ends.count == 2, ends[0] < ends[1] else { continue }
      madvise(UnsafeMutableRawPointer(bitPattern: ends[0]), Int(ends[1] - ends[0]), MADV_DONTNEED)
    }
  }
}
