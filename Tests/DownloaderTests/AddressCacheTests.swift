import Downloader
import NIOCore
import Testing

@Suite("The address cache")
struct AddressCacheTests {
  private static let start = ContinuousClock.now

  private static func address(_ last: Int) throws -> SocketAddress {
    try SocketAddress(ipAddress: "192.0.2.\(last)", port: 0)
  }

  @Test("an answer is used for 60 s, and for no longer")
  func freshness() throws {
    var cache = AddressCache()
    let addresses = [try Self.address(1)]
    cache.store(addresses, for: "h", family: .ipv4, at: Self.start)
    #expect(cache.fresh("h", family: .ipv4, at: Self.start + .seconds(59)) == addresses)
    #expect(cache.fresh("h", family: .ipv4, at: Self.start + .seconds(60)) == nil)
    #expect(cache.fresh("h", family: .ipv6, at: Self.start) == nil)
    #expect(cache.fresh("other", family: .ipv4, at: Self.start) == nil)
  }

  @Test("an empty IPv6 answer is cached while the host has IPv4; a host without any address is looked up each time")
  func negative() throws {
    var cache = AddressCache()
    cache.store([], for: "h", family: .ipv6, at: Self.start)
    #expect(cache.fresh("h", family: .ipv6, at: Self.start) == nil)
    cache.store([try Self.address(1)], for: "h", family: .ipv4, at: Self.start)
    #expect(cache.fresh("h", family: .ipv6, at: Self.start) == [])
  }

  @Test("while the resolver fails, the last good answer is used for an hour, 30 s at a time without a lookup")
  func fallback() throws {
    var cache = AddressCache()
    let addresses = [try Self.address(1)]
    cache.store(addresses, for: "h", family: .ipv4, at: Self.start)
    let later = Self.start + .seconds(600)
    #expect(cache.fresh("h", family: .ipv4, at: later) == nil)
    #expect(cache.fallback("h", family: .ipv4, at: later) == addresses)
    #expect(cache.fresh("h", family: .ipv4, at: later + .seconds(29)) == addresses)
    #expect(cache.fresh("h", family: .ipv4, at: later + .seconds(30)) == nil)
    #expect(cache.fallback("h", family: .ipv4, at: Self.start + .seconds(3599)) == addresses)
    #expect(cache.fallback("h", family: .ipv4, at: Self.start + .seconds(3600)) == nil)
    #expect(cache.fallback("h", family: .ipv6, at: later) == nil)
  }

  @Test("addresses that do not connect are looked up again, and stay the last good answer")
  func distrusted() throws {
    var cache = AddressCache()
    let addresses = [try Self.address(1)]
    cache.store(addresses, for: "h", family: .ipv4, at: Self.start)
    cache.distrust("h")
    #expect(cache.fresh("h", family: .ipv4, at: Self.start) == nil)
    #expect(cache.fallback("h", family: .ipv4, at: Self.start) == addresses)
    cache.store(addresses, for: "h", family: .ipv4, at: Self.start + .seconds(1))
    #expect(cache.fresh("h", family: .ipv4, at: Self.start + .seconds(2)) == addresses)
  }

  @Test("the cache keeps 256 names and drops the oldest answer first")
  func capacity() throws {
    var cache = AddressCache()
    let addresses = [try Self.address(1)]
    for number in 0..<1000 {
      cache.store(addresses, for: "h\(number)", family: .ipv4, at: Self.start + .milliseconds(number))
      #expect(cache.count <= AddressCache.capacity)
    }
    let end = Self.start + .seconds(1)
    #expect(cache.fresh("h743", family: .ipv4, at: end) == nil)
    #expect(cache.fresh("h744", family: .ipv4, at: end) == addresses)
  }
}
