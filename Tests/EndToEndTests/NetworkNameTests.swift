import Foundation
import TestSupport
import Testing

@Suite(
  "A service that other machines find by name", .ownThreads,
  .enabled(if: AvahiServer.isAvailable, "\(AvahiServer.requirement)"))
struct NetworkNameTests {
  /// A daemon in a network with Avahi, and what a browser there sees of it.
  private struct Fixture {
    let network: NetworkNamespace
    let bus: SessionBusServer
    let avahi: AvahiServer
    let folder: Scratch

    init() throws {
      network = try NetworkNamespace()
      bus = try SessionBusServer()
      avahi = try AvahiServer(on: bus, side: .inside, of: network, host: "radiohost")
      folder = try Scratch()
      for name in ["token", "password"] {
        try folder.write("0123456789abcdef0123456789abcdef\n", as: name)
        chmod(folder.path(name), 0o600)
      }
    }

    /// Starts a daemon, and waits until it listens.
    func serve(_ arguments: String...) throws -> ProcessRunner {
      let all = ["serve", "--output", "silent", "--no-resume", "--no-mpris", "--log-level", "info"] + arguments
      let command = network.command(Radiod.path, all)
      var environment = Radiod.environment.merging(AvahiServer.environment(of: bus)) { $1 }
      environment.merge([
        "XDG_RUNTIME_DIR": folder.path, "XDG_STATE_HOME": folder.path("state"),
        "XDG_CONFIG_HOME": folder.path("config"),
      ]) { $1 }
      let service = try ProcessRunner(command.program, command.arguments, environment: environment)
      let listens = ProcessRunner.eventually { access(folder.path("springradio/radiod.sock"), F_OK) == 0 }
      guard listens else { throw ProcessRunner.StartError(description: service.errorText) }
      return service
    }
  }

  private func text(_ browser: ProcessRunner) -> String { String(decoding: browser.output, as: UTF8.self) }

  @Test(
    "what listens on the network is announced by the machine's name, and is gone at the end, even of a killed daemon")
  func announced() throws {
    let fixture = try Fixture()
    let browsers = try ["_http._tcp", "_mpd._tcp"].map { try fixture.avahi.browse($0) }
    let service = try fixture.serve(
      "--http", "--http-host", "0.0.0.0", "--http-token-file", fixture.folder.path("token"), "--mpd-host", "0.0.0.0",
      "--mpd-password-file", fixture.folder.path("password"))
    let networkIPv6 = fixture.network.outsideIPv6.dropLast()  // the ends differ in the last digit
    for (browser, end) in zip(browsers, [";8600;\"path=/\"", ";6600;"]) {
      let isFound = ProcessRunner.eventually(within: .seconds(20)) {
        text(browser).split(separator: "\n").contains { line in
          // Avahi resolves the name to whichever of the machine's addresses is known first.
          line.hasPrefix("=") && line.contains("SpringRadio\\032on\\032") && line.contains(end)
            && [fixture.network.inside, String(networkIPv6)].contains { line.contains(";radiohost.local;\($0)") }
        }
      }
      #expect(isFound, "\(text(browser)) \(service.errorText)")
    }
    service.terminate(SIGKILL)
    for browser in browsers {
      #expect(ProcessRunner.eventually(within: .seconds(20)) { text(browser).contains("\n-;") }, "\(text(browser))")
    }
  }

  @Test("what only this machine reaches is not announced, nor anything with --no-mdns, and a name can be chosen")
  func unannounced() throws {
    let fixture = try Fixture()
    let (http, mpd) = (try fixture.avahi.browse("_http._tcp"), try fixture.avahi.browse("_mpd._tcp"))
    let silent = try fixture.serve(
      "--no-mdns", "--mpd-host", "0.0.0.0", "--mpd-password-file", fixture.folder.path("password"))
    #expect(silent.terminate() == 0)
    let service = try fixture.serve(
      "--http", "--mdns-name", "Küche", "--mpd-host", "::", "--mpd-password-file", fixture.folder.path("password"))
    // avahi-browse shows bytes that are not ASCII as decimal numbers.
    let isFound = ProcessRunner.eventually(within: .seconds(20)) {
      text(mpd).contains(";IPv4;K\\195\\188che;_mpd._tcp;")
    }
    #expect(isFound, "\(text(mpd)) \(service.errorText)")
    #expect(text(http).isEmpty && !text(mpd).contains("SpringRadio"), "\(text(http))\(text(mpd))")
    #expect(service.terminate() == 0)
  }
}
