import AudioCore

/// The answers as a JUnit XML file, which CI servers show.
public enum JUnitReport {
  /// Returns the file's text: a test suite for each source, a test case for each expectation. What has the name of one
  /// before has its number, too.
  public static func text(_ reports: [CheckReport]) -> [UInt8] {
    var names = Names()
    let all = reports.map { Suite(report: $0, name: names.own($0.facts.name)) }
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="radiod check" tests="\(all.reduce(0) { $0 + $1.tests })" failures="\
      \(all.reduce(0) { $0 + $1.failures })" errors="\(all.reduce(0) { $0 + $1.errors })">

      """
    for suite in all { suite.append(to: &text) }
    return Array((text + "</testsuites>\n").utf8)
  }

  private struct Suite {
    let report: CheckReport
    let name: String

    var error: String? { if case .failure(let reason, _) = report.outcome { reason } else { nil } }
    var tests: Int { max(report.findings.count, 1) }
    var failures: Int { report.findings.count { !$0.holds } }
    var errors: Int { error == nil ? 0 : 1 }

    func append(to text: inout String) {
      let name = escaped(name)
      text += "  <testsuite name=\"\(name)\" tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(errors)\">\n"
      if let error {
        text +=
          "    <testcase classname=\"\(name)\" name=\"measured\"><error message=\"\(escaped(error))\"/></testcase>\n"
      } else if report.findings.isEmpty {
        text += "    <testcase classname=\"\(name)\" name=\"measured\"/>\n"
      }
      var titles = Names()
      for finding in report.findings {
        let value = finding.expectation.value
        let title = escaped(titles.own(finding.expectation.quantity.rawValue + (value.isEmpty ? "" : " " + value)))
        text += "    <testcase classname=\"\(name)\" name=\"\(title)\""
        text += finding.holds ? "/>\n" : "><failure message=\"\(escaped(finding.text))\"/></testcase>\n"
      }
      text += "  </testsuite>\n"
    }
  }

  /// Gives each name once.
  private struct Names {
    private var counts: [String: Int] = [:]

    /// Returns `name`, with a number from the second time on.
    mutating func own(_ name: String) -> String {
      counts[name, default: 0] += 1
      guard let count = counts[name], count > 1 else { return name }
      return own("\(name) (\(count))")
    }
  }

  /// Returns `text` for an attribute; characters that XML 1.0 does not have become U+FFFD.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in MarkupText.escaped(text, quotes: true).unicodeScalars {
      switch scalar {
      case "\t", "\n", "\r": result += "&#\(scalar.value);"
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": result.unicodeScalars.append("\u{FFFD}")
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
