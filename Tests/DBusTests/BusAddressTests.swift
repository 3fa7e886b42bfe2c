import DBus
import TestSupport
import Testing

@Suite("The addresses of the buses")
struct BusAddressTests {
  @Test(
    "the environment variable gives the address, and an address that is not a Unix socket is ignored",
    arguments: [
      ("unix:path=/run/bus,guid=0", "unix:path=/run/bus,guid=0"),
      ("unix:abstract=a;unix:path=/b", "unix:abstract=a;unix:path=/b"), ("tcp:host=example.org,port=1", nil),
      ("unixexec:path=/bin/sh", nil), ("autolaunch:", nil),
    ])
  func variable(address: String, found: String?) {
    #expect(BusAddress.ofSession { $0 == "DBUS_SESSION_BUS_ADDRESS" ? address : nil } == found)
  }

  @Test("without the variable the address is the socket in the user's runtime folder, if it exists")
  func folder() throws {
    let folder = try Scratch()
    let find = { BusAddress.ofSession { $0 == "XDG_RUNTIME_DIR" ? folder.path : "" } }
    #expect(find() == nil)
    try folder.write("", as: "bus")
    let found = try #require(find())
    #expect(found.hasPrefix("unix:path=/") && found.hasSuffix("/bus"))
    #expect(BusAddress.ofSession { _ in nil } == nil)
  }

  @Test("special characters in the folder's path are escaped in the address")
  func escapes() throws {
    let folder = try Scratch()
    let odd = folder.path("a b;ü,=\u{1}")
    #expect(try ProcessRunner.run("mkdir", ["-p", odd + "/bus"]).exitCode == 0)
    let found = try #require(BusAddress.ofSession { $0 == "XDG_RUNTIME_DIR" ? odd : nil })
    #expect(found.hasSuffix("/a%20b%3b%c3%bc%2c%3d%01/bus"))
  }

  @Test(
    "the environment variable gives the address of the system's bus, and an address that is not a Unix socket is ignored",
    arguments: [("unix:path=/run/bus", "unix:path=/run/bus"), ("tcp:host=example.org,port=1", nil)])
  func system(address: String, found: String?) {
    #expect(BusAddress.ofSystem { $0 == "DBUS_SYSTEM_BUS_ADDRESS" ? address : nil } == found)
  }
}
