import Foundation
import MPRIS
import Pictures
import Radio
import RadioModel
import Synchronization
import TestSupport
import Testing

@Suite(
  "The picture for the desktop", .serialized,
  .enabled(if: SessionBusServer.isAvailable && SignalSource.isAvailable), .timeLimit(.minutes(1 * TestTime.waitScale)))
struct PictureCopyTests {
  private func art(on bus: SessionBusServer) throws -> String {
    try bus.run("playerctl", "--player=radiod", "metadata", "mpris:artUrl").text
  }

  private func copies(_ radio: PlayingRadio) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: radio.copies)) ?? []).sorted()
  }

  private static func file() throws -> [UInt8] {
    PNGEncoder.file(try #require(Picture(width: 8, height: 8, pixels: [UInt8](repeating: 200, count: 3 * 64))))
  }

  @Test("artUrl is a copy of the picture once it has come, which a signal reports, and no copy is left at the end")
  func copy() async throws {
    let file = try Self.file()
    let isOpen = Atomic(false)
    let radio = try PlayingRadio { call in
      while !isOpen.load(ordering: .relaxed) { call.pause(.milliseconds(2)) }
      call.serve(file)
    }
    let bus = try SessionBusServer()
    // What a run has left that was killed.
    try FileManager.default.createDirectory(atPath: radio.copies, withIntermediateDirectories: true)
    try Data().write(to: URL(fileURLWithPath: radio.copies + "/picture-0.png"))
    try Data().write(to: URL(fileURLWithPath: radio.copies + "/radiod.lock"))
    let player = try radio.open(at: bus)
    try await radio.play()
    try await eventually("the old copy is removed") { copies(radio) == ["radiod.lock"] }
    #expect(try !art(on: bus).contains("file:"))
    let watching = try ProcessRunner(
      "gdbus",
      ["monitor", "--session", "--dest", "org.mpris.MediaPlayer2.radiod", "--object-path", "/org/mpris/MediaPlayer2"],
      environment: bus.environment)
    try await eventually("gdbus watches") { watching.text.contains("is owned by") }
    isOpen.store(true, ordering: .relaxed)
    try await eventually("the signal comes") {
      watching.text.contains("PropertiesChanged") && watching.text.contains("mpris:artUrl': <'file:///")
    }
    watching.terminate()
    let address = try art(on: bus).dropLast()
    let path = try #require(URL(string: String(address))?.path)
    #expect(path.hasPrefix(radio.copies + "/picture-") && path.hasSuffix(".png"))
    #expect(FileManager.default.contents(atPath: path).map(Array.init) == file)
    #expect(copies(radio).count == 2)
    // A station without a picture.
    await radio.tuner.perform(.next)
    try await eventually("there is no picture") { try !art(on: bus).contains("file:") }
    try await eventually("there is no copy") { copies(radio) == ["radiod.lock"] }
    await radio.tuner.perform(.previous)
    try await eventually("the picture is back") { try art(on: bus).contains("file:") }
    await player.stop()
    #expect(copies(radio) == ["radiod.lock"])
    await radio.end()
  }

  @Test("no picture is fetched while no program reads about it; a reader that stays gets those of further stations")
  func unread() async throws {
    let file = try Self.file()
    let asked = Atomic(0)
    let radio = try PlayingRadio { call in
      asked.add(1, ordering: .relaxed)
      call.serve(file)
    }
    let bus = try SessionBusServer()
    let player = try radio.open(at: bus)
    try await radio.play()
    // What is read here says nothing about a picture. (playerctl always reads all properties.)
    let object = ["org.mpris.MediaPlayer2.radiod", "/org/mpris/MediaPlayer2"]
    let (root, properties) = ("org.mpris.MediaPlayer2", "org.freedesktop.DBus.Properties")
    let all = try bus.run("busctl", "--user", "call", object[0], object[1], properties, "GetAll", "s", root)
    #expect(all.text.contains("SpringRadio"), "\(all.errorText)")
    let status = try bus.run(
      "busctl", "--user", "get-property", object[0], object[1], root + ".Player", "PlaybackStatus")
    #expect(status.text == "s \"Playing\"\n", "\(status.errorText)")
    await radio.tuner.perform(.next)
    await radio.tuner.perform(.previous)
    try await radio.play()
    #expect(asked.load(ordering: .relaxed) == 0 && copies(radio).isEmpty)
    // A program that stays, and reads only while the station without a picture is tuned in.
    await radio.tuner.perform(.next)
    let follower = try bus.start(
      "playerctl", "--player=radiod", "--follow", "metadata", "--format", "{{album}}|{{mpris:artUrl}}")
    try await eventually("it has read") { follower.text.contains("Second FM|") }
    #expect(asked.load(ordering: .relaxed) == 0)
    await radio.tuner.perform(.previous)
    try await eventually("the picture comes without a further reading") { follower.text.contains("First FM|file:///") }
    #expect(asked.load(ordering: .relaxed) == 1)
    follower.terminate()
    await player.stop()
    await radio.end()
  }

  @Test("a folder that cannot be written leaves the radio without a picture, and with everything else")
  func readOnly() async throws {
    let file = try Self.file()
    let radio = try PlayingRadio { $0.serve(file) }
    let bus = try SessionBusServer()
    // A plain file is where the folder should be.
    try Data().write(to: URL(fileURLWithPath: radio.copies))
    let player = try radio.open(at: bus)
    try await radio.play()
    let station = radio.tuner.snapshot.stations[0]
    try await eventually("the picture has come") { radio.pictures.file(of: station).content != nil }
    #expect(try !art(on: bus).contains("file:"))
    #expect(try bus.run("playerctl", "--player=radiod", "metadata", "artist").text == "Björk\n")
    await player.stop()
    await radio.end()
  }
}
