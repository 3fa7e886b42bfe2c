import AudioCore
import JSON

extension CheckReport {
  /// The name of the schema of the object.
  package static let schema = "check/1"

  /// The report as an object: what is known of the source, `holds`, and the answers, the measures or the error.
  package var json: JSONValue {
    let failed = findings.count { !$0.holds }
    var members = JSONValue.members([
      "type": .text("check"), "source": .text(facts.name), "holds": .flag(holds),
      "codec": facts.codec.map { .text($0.rawValue) },
      "sampleRate": format.map { .number($0.sampleRate) }, "channels": format.map { .number($0.channels) },
      "samples": format.map { _ in .number(frames) }, "duration": format.map { _ in .number(seconds) },
      "invalidSamples": facts.invalidSamples > 0 ? .number(facts.invalidSamples) : nil,
    ])
    switch outcome {
    case .findings(let findings):
      members += JSONValue.members([
        "passed": .number(findings.count - failed), "failed": .number(failed),
        "expectations": .array(findings.map(\.json)),
      ])
    case .measures(let measures): members += JSONValue.members(["measures": measures.json])
    case .failure(let reason, let code):
      members += JSONValue.members(["error": .text(reason), "code": .number(code)])
    }
    members += JSONValue.members(["golden": blessed?.file.map { .text($0) }, "schema": .text(Self.schema)])
    return JSONValue(.object(members))
  }
}

extension Finding {
  /// The answer as an object.
  package var json: JSONValue {
    let quantity = expectation.quantity
    func number(_ value: Double) -> JSONValue {
      JSONValue(.number(NumberText.plain(value, decimals: max(3, quantity.decimals))))
    }
    let measured: JSONValue =
      switch measured {
      case .number(let value): number(value)
      case .text(let text): .text(text)
      case nil: JSONValue(.null)
      }
    return .object([
      "name": .text(quantity.rawValue), "holds": .flag(holds), "measured": measured,
      "unit": unit.isEmpty ? nil : .text(unit), "limit": limitJSON(number), "difference": difference.map(number),
      "text": .text(text), "places": .array(places.map(\.json)),
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
      JSONValue(
        .object(
          JSONValue.members(["low": .number(low), "high": .number(high)]) + (bound.json(number).members ?? [])))
    case .silent, .notSilent, .isMono: nil
    case .codec, .title, .phase, .reference: .object(["value": .text(limit)])
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

extension Finding.Place {
  var json: JSONValue {
    .object([
      "time": .number(time), "duration": duration.map { .number($0) }, "channel": channel.map { .number($0) },
      "low": band.map { .number($0.lowerBound) }, "high": band.map { .number($0.upperBound) },
      "difference": difference.map { .number($0) },
    ])
  }
}
