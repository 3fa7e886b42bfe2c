import AudioCore
import Directory
import Testing

@Suite("A directory query")
struct DirectoryQueryTests {
  /// Each query, and the parameters that it puts before the constant ones.
  private static let rows: [(query: Result<DirectoryQuery, any Error>, parameters: String)] = [
    (Result { try DirectoryQuery() }, "limit=20"),
    (Result { try DirectoryQuery(words: ["tsf", " jazz "]) }, "name=tsf%20jazz&limit=20"),
    (Result { try DirectoryQuery(words: ["a&b=c#d?e/f+g%h"]) }, "name=a%26b%3Dc%23d%3Fe%2Ff%2Bg%25h&limit=20"),
    (Result { try DirectoryQuery(words: ["Füür\n日"]) }, "name=F%C3%BC%C3%BCr%20%E6%97%A5&limit=20"),
    (Result { try DirectoryQuery(country: "de", limit: 500) }, "countrycode=DE&limit=500"),
    (Result { try DirectoryQuery(country: "ß") }, "country=%C3%9F&limit=20"),
    (Result { try DirectoryQuery(country: "d\u{301}") }, "country=d%CC%81&limit=20"),
    (Result { try DirectoryQuery(country: "7u") }, "country=7u&limit=20"),
    (Result { try DirectoryQuery(country: "south africa") }, "country=south%20africa&limit=20"),
    (Result { try DirectoryQuery(tags: ["jazz", "hard bop, blues,"]) }, "tagList=jazz%2Chard%20bop%2Cblues&limit=20"),
    (
      Result { try DirectoryQuery(words: ["x"], country: "FR", tags: ["y"], codec: "AAC+", limit: 1) },
      "name=x&countrycode=FR&tagList=y&codec=AAC%2B&limit=1"
    ),
    (
      Result { try DirectoryQuery(tags: ["y"], language: "scottish gaelic", codec: "MP3") },
      "tagList=y&language=scottish%20gaelic&codec=MP3&limit=20"
    ),
  ]

  @Test("a query becomes the parameters that the directory's documentation names", arguments: DirectoryQueryTests.rows)
  func path(_ row: (query: Result<DirectoryQuery, any Error>, parameters: String)) throws {
    let path = try row.query.get().path
    #expect(path == "/json/stations/search?\(row.parameters)&order=clickcount&reverse=true&hidebroken=true")
  }

  @Test("a query with an empty or too long text, or a limit outside 1...500, is refused by name")
  func faults() {
    let long = String(repeating: "x", count: 201)
    let attempts: [(make: () throws -> DirectoryQuery, words: String)] = [
      ({ try DirectoryQuery(words: [long]) }, "what to search for may have 200 bytes at most"),
      ({ try DirectoryQuery(tags: [long]) }, "all of tags may have 200 bytes at most"),
      ({ try DirectoryQuery(country: long) }, "country may have 60 bytes at most"),
      ({ try DirectoryQuery(codec: long) }, "codec may have 60 bytes at most"),
      ({ try DirectoryQuery(country: " ") }, "country is empty"), ({ try DirectoryQuery(codec: "") }, "codec is empty"),
      ({ try DirectoryQuery(limit: 0) }, "limit takes 1 to 500, not 0"),
      ({ try DirectoryQuery(limit: 501) }, "limit takes 1 to 500, not 501"),
    ]
    for (make, words) in attempts {
      let error = #expect(throws: OptionError.self) { try make() }
      #expect(error?.description == words)
    }
  }

  @Test("a query goes only to servers of the directory's domain: at most four found ones, the fixed one last")
  func servers() throws {
    let fixed = "de1.api.radio-browser.info"
    let common = "all.api.radio-browser.info"
    #expect(DirectoryServers.order(found: []) == [common, fixed])
    #expect(DirectoryServers.order(found: ["evil.example", "radio-browser.info.evil.example"]) == [common, fixed])
    let two = ["fi1.api.radio-browser.info", fixed]
    #expect(DirectoryServers.order(found: two) == two)
    let many = (1...9).map { "x\($0).api.radio-browser.info" }
    #expect(DirectoryServers.order(found: many) == many.prefix(4) + [fixed])
    #expect(try DirectoryServers(address: "nl1.example:8000") == DirectoryServers(address: "https://nl1.example:8000/"))
    #expect(try DirectoryServers(address: "http://mirror") == DirectoryServers(address: "http://mirror/"))
    for address in ["ftp://h/", "http://", "http://h/?a", "", "foo"] {
      #expect(throws: TuneError.self, "\(address)") { try DirectoryServers(address: address) }
    }
  }
}
