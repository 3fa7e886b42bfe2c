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

  @Test(
    "the time behind live stands behind the time from one second on",
    arguments: [
      (nil, nil), (0, nil), (0.99, nil), (1, "0:01 behind live"), (320.9, "5:20 behind live"),
      (3723, "1:02:03 behind live"),
    ] as [(Double?, String?)])
  func behind(seconds: Double?, text: String?) {
    var status = RadioStatus(state: .playing, volume: 80)
    status.behindLive = seconds
    let parts = StatusPart.parts(of: status)
    #expect(parts.count { $0.value.hasSuffix("behind live") } == (text == nil ? 0 : 1))
    guard let text else { return }
    #expect(parts[1].value == text && parts[1].line == text && parts[1].rank == 1 && !parts[1].isTrailing)
  }

  @Test("a pause holds its place when there is something to move in")
  func held() {
    for state in RadioStatus.State.allCases {
      var status = RadioStatus(state: state, volume: 80)
      #expect(!status.isHeld)
      status.seekable = 0...10
      #expect(status.isHeld == (state == .paused))
    }
  }

  @Test("a buffer that runs dry needs attention, except at the end of a file, whose length may be an estimate")
  func buffer() {
    func isNotice(_ change: (inout RadioStatus) -> Void) -> Bool? {
      var status = RadioStatus(state: .playing, volume: 80)
      (status.buffered, status.bufferCapacity) = (0.4, 20)
      change(&status)
      return StatusPart.parts(of: status).first { $0.label == "buffer" }?.isNotice
    }
    #expect(isNotice { _ in } == true && isNotice { $0.buffered = 0.6 } == false)
    #expect(isNotice { $0.length = 190 } == false && isNotice { $0.estimatedLength = 190 } == false)
    #expect(isNotice { ($0.state, $0.estimatedLength) = (.buffering, 190) } == true)
  }
}
