import RadioModel
import Testing
import WebServer

@Suite("The paths of requests")
struct EndpointPathTests {
  @Test("every endpoint has its own path, and no similar path leads to it", arguments: Endpoint.allCases)
  func paths(_ endpoint: Endpoint) {
    let path = endpoint.rawValue.replacing("{id}", with: "x%2Fy%").replacing("{n}", with: "12")
    #expect(EndpointPath(path)?.endpoint == endpoint)
    #expect(EndpointPath(path)?.id == (path == endpoint.rawValue ? "" : "x/y%"))
    #expect(EndpointPath(path)?.number == (endpoint.rawValue.contains("{n}") ? 12 : 0))
    #expect(EndpointPath(path + "/") == nil)
    #expect(EndpointPath("/" + path) == nil)
  }

  @Test("a number in a path is digits, and has one spelling")
  func numbers() {
    for text in ["0", "7", "999999999"] {
      #expect(EndpointPath("/api/recordings/3/files/\(text)")?.number == Int(text))
    }
    for text in ["", "-1", "+1", "01", "1.0", "x", "{n}", "%31", "1000000000", "99999999999999999999"] {
      #expect(EndpointPath("/api/recordings/3/files/\(text)") == nil, "\(text)")
    }
    #expect(Endpoint.recordingFile.path(id: "3", number: 7) == "/api/recordings/3/files/7")
  }

  @Test("an unknown path has no endpoint", arguments: ["", "api", "/api", "/api/", "/nothing", "/api/status/x"])
  func unknown(_ path: String) { #expect(EndpointPath(path) == nil) }
}
