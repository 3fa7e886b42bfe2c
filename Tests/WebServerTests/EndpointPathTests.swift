import RadioModel
import Testing
import WebServer

@Suite("The paths of requests")
struct EndpointPathTests {
  @Test("every endpoint has its own path, and no similar path leads to it", arguments: Endpoint.allCases)
  func paths(_ endpoint: Endpoint) {
    let path = endpoint.rawValue.replacing("{id}", with: "x%2Fy%")
    #expect(EndpointPath(path)?.endpoint == endpoint)
    #expect(EndpointPath(path)?.id == (path == endpoint.rawValue ? "" : "x/y%"))
    #expect(EndpointPath(path + "/") == nil)
    #expect(EndpointPath("/" + path) == nil)
  }

  @Test("an unknown path has no endpoint", arguments: ["", "api", "/api", "/api/", "/nothing", "/api/status/x"])
  func unknown(_ path: String) { #expect(EndpointPath(path) == nil) }
}
