import MPRIS
import TestSupport
import Testing

@Suite("The session bus address")
struct SessionBusAddressTests {
  @Test(
    "the environment variable gives the address, and an address that is no Unix socket is ignored",
    arguments: [
      ("unix:path=/run/bus,guid=0", "unix:path=/run/bus,guid=0"),
      ("unix:abstract=a;unix:path=/b", "unix:abstract=a;unix:path=/b"), ("tcp:host=example.org,port=1", nil),
      ("unixexec:path=/bin/sh", nil), ("autolaunch:", nil),
    ])
  func variable(address: String, found: String?) {
    #expect(SessionBusAddress.find { $0 == "DBUS_SESSION_BUS_ADDRESS" ? address : nil } == found)
  }

  @Test("without the variable the address is the socket in the user's runtime folder, if it exists")
  func folder() throws {
    let folder = try Scratch()
    let find = { SessionBusAddress.find { $0 == "XDG_RUNTIME_DIR" ? folder.path : "" } }
    #expect(find() == nil)
    try folder.write("", as: "bus")
    let found = try #require(find())
    #expect(found.hasPrefix("unix:path=/") && found.hasSuffix("/bus"))
    #expect(SessionBusAddress.find { _ in nil } == nil)
  }

  @Test("special characters in the folder's path are escaped in the address")
  func escapes() throws {
    let folder = try Scratch()
    let odd = folder.path("a b;ü,=\u{1}")
    #expect(try ProcessRunner.run("mkdir", ["-p", odd + "/bus"]).exitCode == 0)
    let found = try #require(SessionBusAddress.find { $0 == "XDG_RUNTIME_DIR" ? odd : nil })
    #expect(found.hasSuffix("/a%20b%3b%c3%bc%2c%3d%01/bus"))
  }
}
