import Parser
import RadioModel
import Testing

@Suite("The gauge of the buffer")
struct BufferGaugeTests {
  @Test("it is full with the sound with which a station resumes")
  func full() {
    #expect(.seconds(StatusPart.targetBuffer) == TimeShiftBuffer.Limits().resumeDuration)
  }
}
