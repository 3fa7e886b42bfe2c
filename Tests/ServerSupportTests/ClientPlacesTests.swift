import ServerSupport
import Synchronization
import Testing

@Suite("The places of a server for its connections")
struct ClientPlacesTests {
  private static let (guest, owner, loopback) = (
    ClientAddress.ipv4(0xC0A8_0102), ClientAddress.ipv4(0xC0A8_0103), ClientAddress.ipv4(0x7F00_0001)
  )

  /// Places, and the connections that lost theirs.
  private final class Server: Sendable {
    let places: ClientPlaces
    private let losers = Mutex<[String]>([])
    var lost: [String] { losers.withLock { $0 } }

    init(_ limits: ClientPlaces.Limits) { places = ClientPlaces(limits) }

    func admit(_ address: ClientAddress?, _ name: String = "", givesWay: Bool = true) -> ClientPlaces.Place? {
      let giveWay: @Sendable () -> Void = { self.losers.withLock { losers in losers.append(name) } }
      return places.admit(address, isLocalSocket: address == nil, giveWay: givesWay ? giveWay : nil)
    }
  }

  @Test("one address without a secret has 32 places; its next connection takes that of the one that was idle longest")
  func perAddress() throws {
    let server = Server(.init(total: 256, hasSecret: true))
    let places = try (0..<32).map { try #require(server.admit(Self.guest, "\($0)")) }
    server.places.used(places[0])
    server.places.proved(places[1])
    #expect(server.admit(Self.guest, "32") != nil && server.lost.isEmpty, "31 have shown no secret")
    #expect(server.admit(Self.guest, "33") != nil && server.lost == ["2"])
    for number in 34..<200 { #expect(server.admit(Self.guest, "\(number)") != nil) }
    #expect(server.places.count == 33 && !server.lost.contains("1"))
    #expect(server.admit(Self.owner) != nil)
    // Connections that keep their places are not closed: a further one is refused.
    for _ in 0..<31 { #expect(server.admit(Self.owner, givesWay: false) != nil) }
    let last = try #require(server.admit(Self.owner, givesWay: false), "took the place of the one that gave way")
    #expect(server.admit(Self.owner) == nil)
    server.places.leave(last)
    #expect(server.admit(Self.owner) != nil)
  }

  @Test("connections without a secret that are being served leave places to new ones, which may show a secret")
  func served() throws {
    let server = Server(.init(total: 256, hasSecret: true))
    let places = try (0..<216).map { try #require(server.admit(Self.loopback, "\($0)")) }
    let served = places.filter(server.places.begin)
    #expect(served.count == 208)
    for _ in 0..<20 { #expect(server.admit(Self.owner) != nil) }
    #expect(Set(server.lost).isDisjoint(with: (0..<208).map(String.init)))
    server.places.end(served[0])
    let next = try #require(server.admit(Self.owner))
    let last = try #require(server.admit(Self.owner))
    #expect(server.places.begin(next) && !server.places.begin(last))
  }

  @Test("this machine may take all places but those for others: 32 for Unix sockets, 8 for shown secrets")
  func loopback() throws {
    let server = Server(.init(total: 256, hasSecret: true))
    for number in 0..<1000 { #expect(server.admit(Self.loopback, "\(number)") != nil) }
    #expect(server.places.count == 216 && server.lost.count == 784)
    // Those that show a secret get places beside them, and keep them.
    for number in 0..<8 {
      server.places.proved(try #require(server.admit(Self.owner, "owner \(number)")))
      #expect(server.admit(Self.loopback) != nil)
    }
    #expect(server.places.count == 224)
    for _ in 0..<500 { #expect(server.admit(Self.loopback) != nil) }
    #expect(!server.lost.contains { $0.hasPrefix("owner") })
    for _ in 0..<32 { #expect(server.admit(nil) != nil) }
    #expect(server.places.count == 256)
  }

  @Test("where no secret is set, connections keep their places, and further ones are refused")
  func open() throws {
    let server = Server(.init(total: 256, hasSecret: false))
    var places: [ClientPlaces.Place] = []
    while let place = server.admit(Self.loopback, givesWay: false) { places.append(place) }
    #expect(places.count == 224)
    server.places.leave(places[0])
    #expect(server.admit(Self.loopback, givesWay: false) != nil)
    #expect(server.admit(nil) != nil, "a Unix socket")
    server.places.close()
    #expect(server.admit(nil) == nil)
  }

  @Test("exempt addresses have no limit of their own")
  func exempt() {
    var limits = ClientPlaces.Limits(total: 256, hasSecret: true)
    limits.exempt = [Self.guest]
    let server = Server(limits)
    for _ in 0..<100 { #expect(server.admit(Self.guest) != nil) }
    #expect(server.lost.isEmpty)
  }
}
