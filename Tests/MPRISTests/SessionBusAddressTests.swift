import MPRIS
import TestSupport
import Testing

@Suite("Where the session bus is")
struct SessionBusAddressTests {
  @Test(
    "the variable names it; what is no Unix socket is not waited for",
    arguments: [
      ("unix:path=/run/bus,guid=0", "unix:path=/run/bus,guid=0"),
      ("unix:abstract=a;unix:path=/b", "unix:abstract=a;unix:path=/b"), ("tcp:host=example.org,port=1", nil),
      ("unixexec:path=/bin/sh", nil), ("autolaunch:", nil),
    ])
  func variable(address: String, found: String?) {
    #expect(SessionBusAddress.find { $0 == "DBUS_SESSION_BUS_ADDRESS" ? address : nil } == found)
  }

  @Test("without it, it is the socket in the user's folder, if that is there")
  func folder() throws {
    let folder = try Scratch()
    let find = { SessionBusAddress.find { $0 == "XDG_RUNTIME_DIR" ? folder.path : "" } }
    #expect(find() == nil)
    try folder.write("", as: "bus")
    let found = try #require(find())
    #expect(found.hasPrefix("unix:path=/") && found.hasSuffix("/bus"))
    #expect(SessionBusAddress.find { _ in nil } == nil)
  }

  @Test("a folder's name is written as addresses are")
  func escapes() throws {
    let folder = try Scratch()
    let odd = folder.path("a b;ü,=\u{1}")
    #expect(try ProcessRunner.run("mkdir", ["-p", odd + "/bus"]).exitCode == 0)
    let found = try #require(SessionBusAddress.find { $0 == "XDG_RUNTIME_DIR" ? odd : nil })
    #expect(found.hasSuffix("/a%20b%3b%c3%bc%2c%3d%01/bus"))
  }
}
