import CNIOLLHTTP

/// The rules for a canonical head.
enum CanonicalHead {
  /// Name and value of each line.
  static func fields(_ head: [UInt8]) -> [(name: String, value: String)] {
    String(decoding: head, as: UTF8.self).split(separator: "\r\n").dropFirst().compactMap { line in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      return (line[..<colon].lowercased(), String(line[line.index(after: colon)...].drop { $0 == " " }))
    }
  }

  static func fault(_ head: [UInt8]) -> String? {
    guard let text = String(validating: head, as: UTF8.self) else { return "it is not UTF-8" }
    guard text.hasSuffix("\r\n\r\n") else { return "it does not end" }
    let lines = text.dropLast(1).split(separator: "\r\n", omittingEmptySubsequences: false)
    for line in lines {
      if let control = TextFault.control(String(line)) { return "\(control) is in '\(line)'" }
    }
    guard let status = lines.first, status.hasPrefix("HTTP/1.0 ") || status.hasPrefix("HTTP/1.1 "),
      status.utf8.allSatisfy({ $0 < 0x80 }), let code = Int(status.dropFirst(9).prefix(3)), (200...999).contains(code)
    else { return "the status line is '\(lines.first ?? "")'" }
    let fields = fields(head)
    guard fields.count == lines.dropFirst().count(where: { !$0.isEmpty }) else { return "a line has no colon" }
    for field in fields where !field.name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) || field.name.isEmpty {
      return "a field is called '\(field.name)'"
    }
    if fields.contains(where: { $0.name == "transfer-encoding" }) { return "it speaks of chunks" }
    let lengths = fields.filter { $0.name == "content-length" }
    if lengths.count > 1 || lengths.contains(where: { UInt64($0.value) == nil }) { return "the lengths are \(lengths)" }
    guard fields.filter({ $0.name == "connection" }).map(\.value) == ["close"] else { return "it keeps the connection" }
    return nil
  }

  /// The reason why llhttp, the parser behind the normaliser, refuses `head`; nil when it accepts it.
  static func faultByLLHTTP(_ head: [UInt8]) -> String? {
    var parser = llhttp_t()
    var settings = llhttp_settings_t()
    c_nio_llhttp_settings_init(&settings)
    c_nio_llhttp_init(&parser, HTTP_RESPONSE, &settings)
    let result = head.withUnsafeBytes { c_nio_llhttp_execute_swift(&parser, $0.baseAddress, $0.count) }
    guard result != HPE_OK, result != HPE_PAUSED_UPGRADE else { return nil }
    let reason = c_nio_llhttp_get_error_reason(&parser).map { String(cString: $0) } ?? ""
    return "llhttp says \(result.rawValue) \(reason): \(String(decoding: head, as: UTF8.self).debugDescription)"
  }
}
