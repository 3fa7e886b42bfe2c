import ArgumentParser

/// Options that the rows of a table declare, in place of one property each. The help has the order of the table.
protocol TabledArguments: ParsableArguments, CustomReflectable {
  /// The keys, of which the names of the options are made, and the declarations.
  static var table: [(key: String, argument: TabledArgument)] { get }
  /// The words that were given for each key: those after an option, and `true` or `false` for a flag.
  var words: [String: [String]] { get set }
}

extension TabledArguments {
  // ArgumentParser finds the declarations by reflection, and decodes their values by the same keys.
  var customMirror: Mirror {
    Mirror(
      self,
      children: Self.table.map { key, argument -> Mirror.Child in
        switch argument {
        case .text(let option): (key, option)
        case .texts(let option): (key, option)
        case .flag(let flag): (key, flag)
        case .choice(let flag): (key, flag)
        }
      })
  }

  init(from decoder: any Decoder) throws {
    self.init()
    let values = try decoder.container(keyedBy: TableKey.self)
    for (name, argument) in Self.table {
      let key = TableKey(stringValue: name)
      words[name] =
        switch argument {
        case .text: try values.decode(Option<String?>.self, forKey: key).wrappedValue.map { [$0] }
        case .texts: try values.decode(Option<[String]>.self, forKey: key).wrappedValue
        case .flag: try values.decode(Flag<Bool>.self, forKey: key).wrappedValue ? ["true"] : nil
        case .choice: try values.decode(Flag<Bool?>.self, forKey: key).wrappedValue.map { [String($0)] }
        }
    }
  }
}

/// The key of a row.
private struct TableKey: CodingKey {
  let stringValue: String
  let intValue: Int? = nil

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
