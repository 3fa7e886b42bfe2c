import CAssets
import NIOCore

/// The OpenAPI document of the web server, which is embedded in the program.
package enum WebAssets {
  /// The document.
  package static var document: ByteBuffer {
    ByteBuffer(bytes: UnsafeBufferPointer(start: cassets_openapi_bytes(), count: cassets_openapi_size()))
  }
}
