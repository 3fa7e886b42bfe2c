import AudioCore
package import JSON

extension CheckReport: JSONConvertible {
  /// The name of the schema of the object.
  package static let schema = "check/1"

  /// The report as an object: what is known of the source, `holds`, and the answers, the measures or the error.
  package var json: JSONValue {
    let failed = findings.count { !$0.holds }
    let source = JSONValue.object([
      "type": "check", "source": facts.name, "holds": holds, "codec": facts.codec?.rawValue,
      "sampleRate": format?.sampleRate, "channels": format?.channels, "samples": format.map { _ in frames },
      "duration": format.map { _ in seconds }, "invalidSamples": facts.invalidSamples > 0 ? facts.invalidSamples : nil,
    ])
    let outcome =
      switch outcome {
      case .findings(let findings):
        JSONValue.object(["passed": findings.count - failed, "failed": failed, "expectations": findings])
      case .measures(let measures): JSONValue.object(["measures": measures])
      case .failure(let reason, let code): JSONValue.object(["error": reason, "code": Int(code)])
      }
    return source.adding(outcome).adding(.object(["golden": blessed?.file, "schema": Self.schema]))
  }
}

extension Finding: JSONConvertible {
  /// The answer as an object.
  package var json: JSONValue {
    let quantity = expectation.quantity
    func number(_ value: Double) -> JSONValue {
      JSONValue(.number(NumberText.plain(value, decimals: max(3, quantity.decimals))))
    }
    let measured =
      switch measured {
      case .number(let value): number(value)
      case .text(let text): text.json
      case nil: JSONValue.null
      }
    return .object([
      "name": quantity.rawValue, "holds": holds, "measured": measured, "unit": unit.isEmpty ? nil : unit,
      "limit": limitJSON(number), "difference": difference.map(number), "text": text, "places": places,
    ])
  }

  private var unit: String {
    switch expectation {
    case .silent, .notSilent: "dBFS"
    case .isMono: "dB"
    default: expectation.quantity.unit
    }
  }

  private func limitJSON(_ number: (Double) -> JSONValue) -> JSONValue? {
    switch expectation {
    case .number(_, let bound): bound.json(number)
    case .band(let low, let high, let bound):
      JSONValue.object(["low": low, "high": high]).adding(bound.json(number))
    case .silent, .notSilent, .isMono: nil
    case .codec, .title, .phase, .reference: .object(["value": limit])
    }
  }
}

extension Bound {
  fileprivate func json(_ number: (Double) -> JSONValue) -> JSONValue {
    switch self {
    case .around(let value, let tolerance): .object(["value": number(value), "tolerance": number(tolerance)])
    case .atMost(let limit): .object(["max": number(limit)])
    case .atLeast(let limit): .object(["min": number(limit)])
    }
  }
}

extension Finding.Place: JSONConvertible {
  package var json: JSONValue {
    .object([
      "time": time, "duration": duration, "channel": channel, "low": band?.lowerBound, "high": band?.upperBound,
      "difference": difference,
    ])
  }
}
