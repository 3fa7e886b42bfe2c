import JSON
import RadioModel
import Scrobbling
import Synchronization
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
    let faults = Mutex(0)
    let file = ListenFile(path: folder.path("state/scrobbles.json")) { _ in faults.withLock { $0 += 1 } }
    #expect(file.read() == ListenQueue())
    var queue = ListenQueue()
    let long = String(repeating: "\"", count: 256)
    for number in 0..<ListenQueue.maximumListens {
      queue.append(Listen(listenedAt: number, song: Song(artist: long, title: long), station: long))
    }
    queue.last = ListeningWatch.Last(song: Song(artist: "A", title: "B"), ended: 1_795_435_200.25)
    try file.write(queue)
    #expect(file.read() == queue && faults.withLock { $0 } == 0)
  }

  @Test(
    "a broken file is put aside with one sentence, and entries that are none are left out",
    arguments: [
      ("", true), ("{", true), ("[]", true), (#"{"version":0,"listens":[]}"#, true), (#"{"version":1}"#, true),
      (#"{"version":1,"listens":[1,{"time":-1,"artist":"A","title":"B"},{"time":5,"artist":"","title":"B"}]}"#, false),
      (#"{"version":1,"last":{"artist":"A"},"listens":[{"time":5,"title":"B"},{"artist":"A","title":"B"}]}"#, false),
    ])
  func broken(text: String, isAside: Bool) throws {
    let folder = try Scratch()
    try folder.write(text, as: "scrobbles.json")
    let faults = Mutex<[String]>([])
    let file = ListenFile(path: folder.path("scrobbles.json")) { fault in faults.withLock { $0.append(fault) } }
    #expect(file.read() == ListenQueue())
    #expect(faults.withLock { $0.count } == (isAside ? 1 : 0))
    #expect(folder.read("scrobbles.json.bad") == (isAside ? Array(text.utf8) : []))
  }

  @Test("the file of refused listens keeps the newest 1,000, each with the reason, and its own file's entries")
  func refused() throws {
    let folder = try Scratch()
    let file = RefusedListensFile(besideQueueAt: folder.path("q.json")) { _ in }
    #expect(file.path == folder.path("q.refused.json"))
    for part in 0..<12 {
      try file.append((0..<100).map { RefusedListen(listen: Self.listen(part * 100 + $0), reason: "R \(part)") })
    }
    let entries = try JSONReader.read(folder.read("q.refused.json"))["refused"]?.elements ?? []
    #expect(entries.count == RefusedListensFile.maximumListens)
    #expect(entries.first?["title"]?.text == "Song 200" && entries.last?["reason"]?.text == "R 11")
  }
}
