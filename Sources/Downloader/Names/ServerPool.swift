import AudioCore
import Glibc
import NIOCore
import SystemSupport

/// The hosts of a federated service that share one common name.
package enum ServerPool {
  /// The maximum number of addresses whose names are looked up.
  private static let maximumAddresses = 16
  /// The longest host name, in bytes (RFC 1035).
  private static let maximumNameLength = 253

  /// Returns the names of the hosts behind `name`. It looks up the addresses of `name`, and then the names of all these
  /// addresses concurrently. The names are in lower case, without a trailing dot, without duplicates, and in the order
  /// of the addresses. The result omits addresses without a name, and addresses whose name does not arrive in time.
  ///
  /// The whole call takes at most `limit`. Throws `TuneError.unknownHost` when `name` has no addresses, and
  /// `CancellationError`.
  package static func names(behind name: String, within limit: Duration) async throws -> [String] {
    let deadline = ContinuousClock.now + limit
    let addresses = try await addresses(of: name, within: limit)
    let names = await withTaskGroup(of: (Int, String?).self) { group in
      for (number, address) in addresses.enumerated() {
        group.addTask {
          let answer = await BlockingCall.result(within: deadline - .now) { Self.name(of: address) }
          return (number, answer ?? nil)
        }
      }
      var names = [String?](repeating: nil, count: addresses.count)
      for await (number, name) in group { names[number] = name }
      return names.compactMap(\.self)
    }
    try Task.checkCancellation()
    var known: Set<String> = []
    return names.filter { known.insert($0).inserted }
  }

  private static func addresses(of name: String, within limit: Duration) async throws -> ArraySlice<SocketAddress> {
    do {
      let all = try await HostLookup.shared.addresses(of: name, port: 443, within: limit)
      var known: Set<String> = []
      return all.filter { known.insert($0.ipAddress ?? "").inserted }.prefix(maximumAddresses)
    } catch let fault as HostLookup.LookupError {
      throw TuneError.unknownHost(fault == .unknown ? name : "\(name) (the name server does not answer)")
    }
  }

  /// Asks the system's resolver for the name of `address`. Blocks, possibly for long.
  private static func name(of address: SocketAddress) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    let code = address.withSockAddr { pointer, size in
      getnameinfo(pointer, socklen_t(size), &buffer, socklen_t(buffer.count), nil, 0, NI_NAMEREQD)
    }
    guard code == 0 else { return nil }
    var name = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self).lowercased()
    if name.hasSuffix(".") { name.removeLast() }
    return name.isEmpty || name.utf8.count > maximumNameLength ? nil : name
  }
}
