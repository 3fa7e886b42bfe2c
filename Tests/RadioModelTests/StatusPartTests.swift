import RadioModel
import Testing

@Suite("The parts of a status")
struct StatusPartTests {
  @Test("the length of a file stands behind the time, and an estimate says that it is one")
  func length() {
    var status = RadioStatus(state: .playing, volume: 80)
    status.elapsed = 63
    let time = StatusPart.parts(of: status)[0]
    #expect(time.value == "1:03" && time.remark.isEmpty)
    status.estimatedLength = 200
    #expect(StatusPart.parts(of: status)[0].remark == " / about 3:20")
    status.length = 190
    #expect(StatusPart.parts(of: status)[0].remark == " / 3:10")
  }
}
