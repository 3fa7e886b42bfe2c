import AudioCore
import Bytes
import JSON

extension FuzzTarget {
  /// Text from a server: any bytes in any charset become one clean line, and cleaning it again changes nothing.
  static let title = FuzzTarget("title") { input in
    let charset = input.charset()
    let limit = input.choice([512, 1, 2, 3, 17, 64])
    let bytes = input.payload
    let text = charset.decode(bytes)
    claim(text.utf8.count <= 6 * bytes.count + 16, "\(bytes.count) bytes do not become \(text.utf8.count)")
    if let utf8 = String(validating: bytes, as: UTF8.self) {
      claim(utf8.utf8.elementsEqual(text.utf8), "UTF-8 is read as UTF-8")
    }
    let decoded = CharacterReferences.decoded(text)
    claim(decoded.utf8.count <= text.utf8.count, "a character is no longer than its reference")
    claim(text.utf8.contains(UInt8(ascii: "&")) || decoded == text, "without a reference nothing changes")
    if let fault = TextFault.inLine(CleanText.singleLine(decoded, limit: limit), limit: limit) {
      fail("broken promise: a clean line, but \(fault): \(decoded.debugDescription)")
    }
    let line = CleanText.singleLine(text, limit: limit)
    if let fault = TextFault.inLine(line, limit: limit) {
      fail("broken promise: a clean line, but \(fault): \(line.debugDescription)")
    }
    claim(CleanText.singleLine(line, limit: limit).utf8.elementsEqual(line.utf8), "a clean line is clean already")
    let all = CleanText.singleLine(text, limit: nil)
    claim(all.utf8.starts(with: line.utf8), "a limit only cuts")
    if let fault = TextFault.inLine(all, limit: .max) { fail("broken promise: a clean line, but \(fault)") }

    var json: [UInt8] = []
    JSONWriter.appendText(text, to: &json)
    claim(!json.contains { $0 < 0x20 || $0 == 0x7F }, "a JSON text holds no control byte")
  }
}
