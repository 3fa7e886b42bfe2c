import CAssets
import JSON
package import NIOCore

/// The OpenAPI document of the web server, which is embedded in the program.
package enum WebAssets {
  /// The document, without the blanks that make its file readable: 117 instead of 167 kB.
  package static let document: ByteBuffer = {
    let file = UnsafeBufferPointer(start: cassets_openapi_bytes(), count: cassets_openapi_size())
    // The tests read it, too.
    return (try? JSONReader.read(Array(file))).map(ByteBuffer.init(json:)) ?? ByteBuffer(bytes: file)
  }()
}
