import DBus

/// An interface of an object on the bus: its members, and their description for introspection.
struct BusInterface: Sendable {
  /// A method or a signal.
  struct Member: Sendable {
    /// Its name.
    let name: String
    /// Names and types of its arguments.
    var inputs: [(name: String, type: String)] = []
    /// Names and types of its results.
    var outputs: [(name: String, type: String)] = []
  }

  /// A property, which can be read.
  struct Property: Sendable {
    /// Its name and its present value.
    let entry: BusEntry
    /// True when it can be set.
    let isWritable: Bool
    /// Whether a change is signalled: `true`, `false`, or `const` for a property that never changes.
    let emits: String

    /// A property that is called `name`.
    init(_ name: String, _ value: BusValue, isWritable: Bool = false, emits: String = "true") {
      (entry, self.isWritable, self.emits) = (BusEntry(name, value), isWritable, emits)
    }
  }

  /// Its name.
  let name: String
  /// Its methods.
  var methods: [Member] = []
  /// Its signals.
  var signals: [Member] = []

  /// Returns the method of this name.
  func method(_ name: String) -> Member? { methods.first { $0.name == name } }

  /// Returns the introspection data of the interface with `properties`, an XML element.
  func description(_ properties: [Property]) -> String {
    var text = " <interface name=\"\(name)\">\n"
    for method in methods {
      text += "  <method name=\"\(method.name)\">\n" + Self.arguments(method.inputs, direction: " direction=\"in\"")
      text += Self.arguments(method.outputs, direction: " direction=\"out\"") + "  </method>\n"
    }
    for property in properties {
      let access = property.isWritable ? "readwrite" : "read"
      text +=
        "  <property name=\"\(property.entry.key)\" type=\"\(property.entry.value.signature)\" access=\"\(access)\">\n"
      text += "   <annotation name=\"org.freedesktop.DBus.Property.EmitsChangedSignal\" value=\"\(property.emits)\"/>\n"
      text += "  </property>\n"
    }
    for signal in signals {
      text += "  <signal name=\"\(signal.name)\">\n" + Self.arguments(signal.inputs, direction: "") + "  </signal>\n"
    }
    return text + " </interface>\n"
  }

  private static func arguments(_ arguments: [(name: String, type: String)], direction: String) -> String {
    arguments.map { "   <arg name=\"\($0.name)\" type=\"\($0.type)\"\(direction)/>\n" }.joined()
  }
}
