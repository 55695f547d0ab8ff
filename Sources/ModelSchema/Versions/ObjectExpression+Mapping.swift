// Expressions for mapping models, so that programs need not write Core Data's function names.

extension ObjectExpression {
  /// Returns a key path from the older object: `$source.box.name`.
  public static func source(_ names: String...) -> ObjectExpression {
    names.isEmpty ? .variable("source") : .keyPath(names, of: .variable("source"))
  }

  /// Returns a key path from the newer object, after its attributes were mapped:
  /// `$destination.name`.
  public static func destination(_ names: String...) -> ObjectExpression {
    names.isEmpty ? .variable("destination") : .keyPath(names, of: .variable("destination"))
  }

  /// Returns an expression for the objects that a mapping created from one or several older
  /// objects:
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

  /// Returns an expression for the older objects from which a mapping created newer objects:
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

/// The functions that expressions can call on `$manager`.
package enum MappingFunction: String, CaseIterable, Sendable {
  case destinationInstances = "destinationInstancesForEntityMappingNamed:sourceInstances:"
  case sourceInstances = "sourceInstancesForEntityMappingNamed:destinationInstances:"
}

extension ObjectExpression {
  /// The function, mapping and objects of a call to `$manager`; nil if the expression is not such a
  /// call.
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
  /// The variables of expressions in entity mappings, with Core Data's names.
  package static let variables = [
    "source", "destination", "manager", "entityMapping", "propertyMapping", "entityPolicy",
  ]
}
