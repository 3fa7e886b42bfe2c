import JSON
import Scrobbling
import TestSupport
import Testing

@Suite("The queue of listens and its file")
struct ListenQueueTests {
  static func listen(_ number: Int, artist: String = "A") -> Listen {
    Listen(
      listenedAt: 1_795_435_200 + number * 180, song: Song(artist: artist, title: "Song \(number)"), station: "FIP")
  }

  @Test("a full queue drops its oldest listens, and the same listen is in it once")
  func bound() {
    var queue = ListenQueue()
    for number in 0..<ListenQueue.maximumListens { #expect(queue.append(Self.listen(number)) == 0) }
    #expect(queue.append(Self.listen(7)) == 0)
    #expect(queue.append(Self.listen(-1)) == 1)
    #expect(queue.append(Self.listen(-2)) == 1)
    #expect(queue.listens.count == ListenQueue.maximumListens)
    #expect(queue.listens.first == Self.listen(2) && queue.listens.last == Self.listen(-2))
    queue.remove([Self.listen(2), Self.listen(4), Self.listen(1)])
    #expect(queue.listens.count == ListenQueue.maximumListens - 2 && queue.listens.first == Self.listen(3))
    var later = ListenQueue()
    later.append(Self.listen(-2))
    later.append(Self.listen(-3))
    later.prepend(queue)
    #expect(later.listens.suffix(2) == [Self.listen(-2), Self.listen(-3)] && later.listens.first == Self.listen(3))
  }

  @Test("a full queue of the longest titles comes back from its file")
  func file() throws {
    let folder = try Scratch()
    let file = ListenFile(path: folder.path("state/scrobbles.json"))
    var faults: [String] = []
    let missing = file.read { faults.append($0) }
    #expect(missing == ListenQueue())
    var queue = ListenQueue()
    let long = String(repeating: "\"", count: 256)
    for number in 0..<ListenQueue.maximumListens {
      queue.append(Listen(listenedAt: number, song: Song(artist: long, title: long), station: long))
    }
    queue.last = ListeningWatch.Last(song: Song(artist: "A", title: "B"), ended: 1_795_435_200.25)
    try file.write(queue)
    let copy = file.read { faults.append($0) }
    #expect(copy == queue && faults.isEmpty)
  }

  @Test(
    "a broken file is put aside with one sentence, and entries that are none are left out",
    arguments: [
      ("", true), ("{", true), ("[]", true), (#"{"version":2,"listens":[]}"#, true), (#"{"version":1}"#, true),
      (#"{"version":1,"listens":[1,{"time":-1,"artist":"A","title":"B"},{"time":5,"artist":"","title":"B"}]}"#, false),
      (#"{"version":1,"last":{"artist":"A"},"listens":[{"time":5,"title":"B"},{"artist":"A","title":"B"}]}"#, false),
    ])
  func broken(text: String, isAside: Bool) throws {
    let folder = try Scratch()
    try folder.write(text, as: "scrobbles.json")
    var faults: [String] = []
    let queue = ListenFile(path: folder.path("scrobbles.json")).read { faults.append($0) }
    #expect(queue == ListenQueue())
    #expect(faults.count == (isAside ? 1 : 0), "\(faults)")
    #expect(folder.read("scrobbles.json.bad") == (isAside ? Array(text.utf8) : []))
  }
}
