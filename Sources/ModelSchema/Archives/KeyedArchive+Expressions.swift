// Expressions in the form in which Foundation archives them. This is the
// inverse of `ArchivedExpression`.

extension KeyedArchive {
  /// Returns the archive of an expression; nil for a kind of expression that
  /// does not occur in Xcode's mapping models.
  package static func bytes(of expression: ObjectExpression) -> [UInt8]? {
    var archive = KeyedArchive()
    return archive.place(of: expression).map(archive.bytes)
  }

  /// Returns the archive of a dictionary of strings.
  package static func bytes(of texts: [String: String]) -> [UInt8] {
    var archive = KeyedArchive()
    let entries = texts.sorted { $0.key < $1.key }.map { ($0.key, archive.add(.string($0.value))) }
    let root = archive.addDictionary(entries)
    return archive.bytes(root: root)
  }

  private mutating func expression(
    _ name: String, _ type: Int64, _ parts: [String: Value], parent: String? = nil
  ) -> Value {
    var parts = parts
    parts["NSExpressionType"] = .integer(type)
    return add([name] + (parent.map { [$0] } ?? []) + ["NSExpression", "NSObject"], parts)
  }

  private mutating func places(of values: [ObjectExpression]) -> [Value]? {
    let places = values.compactMap { place(of: $0) }
    return places.count == values.count ? places : nil
  }

  /// Adds an expression; returns nil for an unsupported kind.
  mutating func place(of value: ObjectExpression) -> Value? {
    switch value {
    case .constant(let constant): return place(of: constant)
    case .evaluatedObject: return expression("NSSelfExpression", 1, [:])
    case .variable(let name):
      let text = add(.string(name))
      return expression("NSVariableExpression", 2, ["NSVariable": text])
    case .keyPath(let names, of: let base):
      let path = add(.string(names.joined(separator: ".")))
      let specifier = expression("NSKeyPathSpecifierExpression", 10, ["NSKeyPath": path])
      guard let operand = place(of: base) else { return nil }
      return call("valueForKeyPath:", of: operand, [specifier], isPath: true)
    case .function(let name, let arguments):
      guard let places = places(of: arguments) else { return nil }
      guard case .variable? = arguments.first else {
        let text = add(.string("_NSPredicateUtilities"))
        let target = expression("NSConstantValueExpression", 0, ["NSConstantValueClassName": text])
        return call(name, of: target, places)
      }
      return call(name, of: places[0], Array(places.dropFirst()))
    case .aggregate(let elements):
      guard let places = places(of: elements) else { return nil }
      let list = addArray(places)
      return expression("NSAggregateExpression", 14, ["NSCollection": list])
    case .set(let sign, let left, let right):
      guard let places = places(of: [left, right]) else { return nil }
      let type: Int64 =
        switch sign {
        case .union: 5
        case .intersect: 6
        case .minus: 7
        }
      return expression(
        "NSSetExpression", type, ["NSLeftExpression": places[0], "NSRightExpression": places[1]])
    case .element, .subquery, .conditional, .cast: return nil
    }
  }

  private mutating func call(
    _ name: String, of operand: Value, _ arguments: [Value], isPath: Bool = false
  ) -> Value {
    let selector = add(.string(name))
    let parts = [
      "NSOperand": operand, "NSSelectorName": selector, "NSArguments": addArray(arguments),
    ]
    return isPath
      ? expression("NSKeyPathExpression", 3, parts, parent: "NSFunctionExpression")
      : expression("NSFunctionExpression", 4, parts)
  }

  private mutating func place(of constant: ConstantValue) -> Value? {
    guard let value = value(of: constant) else { return nil }
    return expression("NSConstantValueExpression", 0, ["NSConstantValue": value])
  }
}
