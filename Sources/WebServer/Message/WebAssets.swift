import CAssets
import NIOCore

/// The files of the web server. They are embedded in the program.
package enum WebAssets {
  /// The page.
  static var page: ByteBuffer { buffer(cassets_page_bytes(), cassets_page_size()) }
  /// The page's script.
  static var script: ByteBuffer { buffer(cassets_script_bytes(), cassets_script_size()) }
  /// The page's style sheet.
  static var style: ByteBuffer { buffer(cassets_style_bytes(), cassets_style_size()) }
  /// The OpenAPI document.
  package static var document: ByteBuffer { buffer(cassets_openapi_bytes(), cassets_openapi_size()) }

  private static func buffer(_ start: UnsafePointer<UInt8>, _ count: Int) -> ByteBuffer {
    ByteBuffer(bytes: UnsafeBufferPointer(start: start, count: count))
  }
}
