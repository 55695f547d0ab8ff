// Expressions for mapping models, so that programs need not spell Core Data's names of
// functions.

extension ObjectExpression {
  /// A key path from the older object: `$source.box.name`.
  public static func source(_ names: String...) -> ObjectExpression {
    names.isEmpty ? .variable("source") : .keyPath(names, of: .variable("source"))
  }

  /// A key path from the newer object, after its attributes were mapped:
  /// `$destination.name`.
  public static func destination(_ names: String...) -> ObjectExpression {
    names.isEmpty ? .variable("destination") : .keyPath(names, of: .variable("destination"))
  }

  /// The objects that a mapping made from one or several older objects:
  ///
  ///     FUNCTION($manager, "destinationInstancesForEntityMappingNamed:sourceInstances:",
  ///       "BoxToCrate", $source.box)
  public static func destinationInstances(
    ofMapping name: String, for objects: ObjectExpression
  ) -> ObjectExpression {
    .function(
      MappingFunction.destinationInstances.rawValue,
      [.variable("manager"), .constant(.string(name)), objects])
  }

  /// The older objects from which a mapping made newer objects:
  ///
  ///     FUNCTION($manager, "sourceInstancesForEntityMappingNamed:destinationInstances:",
  ///       "BoxToCrate", $destination)
  public static func sourceInstances(
    ofMapping name: String, for objects: ObjectExpression
  ) -> ObjectExpression {
    .function(
      MappingFunction.sourceInstances.rawValue,
      [.variable("manager"), .constant(.string(name)), objects])
  }
}

/// The functions that expressions call on `$manager`.
package enum MappingFunction: String, CaseIterable, Sendable {
  case destinationInstances = "destinationInstancesForEntityMappingNamed:sourceInstances:"
  case sourceInstances = "sourceInstancesForEntityMappingNamed:destinationInstances:"
}

extension ObjectExpression {
  /// The call of `$manager` with its function, mapping and objects; nil if the
  /// expression is not such a call.
  package var managerCall: (function: MappingFunction, mapping: String, objects: ObjectExpression)?
  {
    guard case .function(let name, let arguments) = self,
      let function = MappingFunction(rawValue: name), arguments.count == 3,
      arguments[0] == .variable("manager"), case .constant(.string(let mapping)) = arguments[1]
    else { return nil }
    return (function, mapping, arguments[2])
  }
}

extension MappingModel {
  /// The variables of expressions in entity mappings, as Core Data names them.
  package static let variables = [
    "source", "destination", "manager", "entityMapping", "propertyMapping", "entityPolicy",
  ]
}
