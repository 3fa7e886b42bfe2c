import AudioCore
public import JSON

extension LogRecord: JSONConvertible {
  /// The record as an object of `/api/log`; `clock` is `time` by ISO 8601.
  public var json: JSONValue {
    .object([
      "number": number, "time": time, "clock": ClockText.iso8601(time),
      "level": level.rawValue, "category": category, "text": text,
      "details": details.isEmpty ? nil : details.map { .object(["name": $0.name, "value": $0.value]) },
    ])
  }

  /// Decodes such an object, with texts as ``LogStore`` makes them; nil when `json` is not a record.
  public init?(json: JSONValue) {
    guard let number = json["number"]?.integer(Int.self), let time = json["time"]?.double, time.isFinite,
      let level = json["level"]?.text.flatMap(LogLevel.init), let category = json["category"]?.text,
      let text = json["text"]?.text
    else { return nil }
    let details = (json["details"]?.elements ?? []).prefix(LogStore.maximumDetails).compactMap { detail -> Detail? in
      guard let name = detail["name"]?.text, let value = detail["value"]?.text else { return nil }
      return Detail(name, value)
    }
    self.init(
      number: number, time: time, level: level, category: LogStore.cleanCategory(category),
      text: LogStore.cleanText(text), details: LogStore.cleanDetails(details))
  }
}

extension LogExtract {
  /// The extract as the object that `/api/log` answers. `started` is when the log began, in seconds since 1970.
  public func json(started: Double) -> JSONValue {
    .object([
      "started": ClockText.iso8601(started), "warnings": warnings, "errors": errors,
      "records": records,
    ])
  }

  /// Decodes such an object, at most ``LogStore/defaultLimit`` records of it; nil when `json` is not one.
  public init?(json: JSONValue) {
    guard let elements = json["records"]?.elements, let warnings = json["warnings"]?.integer(Int.self),
      let errors = json["errors"]?.integer(Int.self)
    else { return nil }
    self.init(
      records: elements.suffix(LogStore.defaultLimit).compactMap(LogRecord.init(json:)), warnings: max(0, warnings),
      errors: max(0, errors))
  }
}
