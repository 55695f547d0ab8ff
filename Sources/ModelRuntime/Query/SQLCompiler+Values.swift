internal import ModelSchema

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension SQLCompiler {
  /// The value of an expression.
  mutating func value(_ expression: ObjectExpression) throws -> SQLFragment {
    switch expression {
    case .constant(.null): return SQLFragment("NULL")
    case .constant(let value): return .parameter(value)
    case .evaluatedObject, .variable:
      return SQLFragment("\(try start(of: expression).alias).Z_PK")
    case .keyPath(let names, let root): return try path(names, from: root)
    case .conditional(let predicate, let then, let otherwise):
      return "CASE WHEN " + (try condition(predicate)) + " THEN " + (try value(then))
        + " ELSE " + (try value(otherwise)) + " END"
    case .function(let name, let arguments): return try function(name, arguments)
    default: throw untranslatable("the expression \(expression)")
    }
  }

  private mutating func function(
    _ name: String, _ arguments: [ObjectExpression]
  ) throws -> SQLFragment {
    var values: [SQLFragment] = []
    for argument in arguments { values.append(try value(argument)) }
    switch (name, values.count) {
    case ("add:to:", 2): return "(" + values.joined(" + ") + ")"
    case ("from:subtract:", 2): return "(" + values.joined(" - ") + ")"
    case ("multiply:by:", 2): return "(" + values.joined(" * ") + ")"
    case ("divide:by:", 2): return "(" + values.joined(" / ") + ")"
    case ("modulus:by:", 2): return "(" + values.joined(" % ") + ")"
    case ("abs:", 1): return "abs(" + values[0] + ")"
    case ("lowercase:", 1): return "model_case(" + values[0] + ", 0)"
    case ("uppercase:", 1): return "model_case(" + values[0] + ", 1)"
    case ("canonical:", 1): return "model_fold(" + values[0] + ", 3)"
    case ("length:", 1): return "model_length(" + values[0] + ")"
    case ("now", 0): return .parameter(.date(.now))
    default: throw untranslatable("the function '\(name)' of \(values.count) argument(s)")
    }
  }

  /// Whether an expression is a text, as far as the model says.
  func isText(_ expression: ObjectExpression) -> Bool {
    guard case .keyPath(let names, let root) = expression else { return false }
    switch type(of: names, from: root) {
    case .string, .enumeration(_, raw: .string): return true
    default: return false
    }
  }
}
