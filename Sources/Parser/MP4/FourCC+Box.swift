import Bytes

extension FourCC {
  /// True when every character is one that occurs in names of boxes (ISO/IEC 14496-12 4.2).
  var isBoxName: Bool {
    bytes.allSatisfy { byte in
      switch byte {
      case 0x20, 0x2D, 0x2E, 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0xA9: true
      default: false
      }
    }
  }
}
