import Foundation
import ModelSchema

@testable import ModelGenerator

/// The source of a program that makes an object of every class of a model, with all
/// required values, and saves, fetches and deletes the objects.
struct SmokeProgram {
  private let shape: ModelShape

  init(_ model: ManagedObjectModel) {
    shape = ModelShape(model)
  }

  var text: String {
    let concrete = shape.model.entities.filter { !$0.isAbstract }
    let roots = shape.model.entities.filter { $0.parentName == nil }.map {
      shape.className($0.name)
    }
    let constant = SwiftName.escaped(SwiftName.lowerCamel(shape.model.name))
    return """
      import Foundation
      import ModelRuntime

      final class Maker {
        let context: ManagedObjectContext
        var number = 0

        init(_ context: ManagedObjectContext) { self.context = context }

        func text(_ least: Int, _ most: Int) -> String {
          number += 1
          let digits = String(number)
          let padded = String(repeating: "a", count: max(0, least - digits.count)) + digits
          return String(padded.suffix(most))
        }

        func count(_ least: Int, _ most: Int) -> Int {
          number += 1
          return min(max(number, least), most)
        }

      \(concrete.map(maker).joined(separator: "\n\n"))
      }

      @main struct Smoke {
        static func main() throws {
          let url = URL(filePath: CommandLine.arguments[1])
          let container = try PersistentContainer(
            .\(constant), configuration: StoreConfiguration(url: url))
          let context = try container.makeContext()
          let maker = Maker(context)
      \(lines(concrete.map { "_ = maker.make\(shape.className($0.name).bare)()" }))
          try context.save()
          let other = try container.makeContext()
      \(lines(concrete.map { has(shape.className($0.name)) }))
      \(lines(roots.map { "for object in try other.fetch(\($0).all) { other.delete(object) }" }))
          try other.save()
          let last = try container.makeContext()
          precondition(maker.number >= 0 && !last.hasChanges)
      \(lines(roots.map { "precondition(try! last.count(\($0).all) == 0)" }))
          print("done")
        }
      }
      """
  }

  private func has(_ name: String) -> String {
    "precondition(try! other.count(\(name).all) > 0, \"no \(name)\")"
  }

  private func lines(_ lines: [String]) -> String {
    lines.map { "    " + $0 }.joined(separator: "\n")
  }

  // MARK: Objects

  /// The function that makes an object, with an optional parameter for each required to-one
  /// relationship.
  private func maker(of entity: EntityDescription) -> String {
    let name = shape.className(entity.name)
    let properties = shape.properties(of: entity)
    let needed = properties.compactMap(\.relationship).filter {
      !$0.isToMany && !$0.isOptional && !$0.isTransient
    }
    let parameters = needed.map {
      "\(SwiftName.escaped($0.name)): \(shape.className($0.destinationName))? = nil"
    }
    var arguments = ["in: context"]
    for property in properties where property.isGivenAtStart {
      if let value = argument(property) {
        arguments.append("\(SwiftName.argument(property.name)): \(value)")
      }
    }
    return """
        func make\(name.bare)(\(parameters.joined(separator: ", "))) -> \(name) {
          let object = \(name)(\(arguments.joined(separator: ", ")))
      \(lines(properties.compactMap(\.relationship).compactMap(fill)))
          return object
        }
      """
  }

  private func argument(_ property: PropertyDescription) -> String? {
    switch property {
    case .attribute(let attribute): required(attribute)
    case .relationship(let relationship) where !relationship.isOptional:
      "\(SwiftName.escaped(relationship.name)) ?? \(make(relationship.destinationName))()"
    default: nil
    }
  }

  private func make(_ entityName: String) -> String {
    let concrete = shape.model.entities.first { entity in
      !entity.isAbstract && shape.lineage(of: entity).contains { $0.name == entityName }
    }
    return "make\(shape.className(concrete?.name ?? entityName).bare)"
  }

  /// The statement that fills a to-many relationship that must not be empty, or nil for
  /// other relationships.
  private func fill(_ relationship: RelationshipDescription) -> String? {
    guard relationship.isToMany, !relationship.isTransient,
      !relationship.isOptional || relationship.minCount > 0
    else { return nil }
    let name = SwiftName.escaped(relationship.name)
    let destination = shape.entity(relationship.destinationName)
    let inverse = destination.flatMap { entity in
      relationship.inverseName.flatMap { shape.property($0, of: entity)?.relationship }
    }
    let isGiven = inverse.map { !$0.isToMany && !$0.isOptional } ?? false
    let value =
      make(relationship.destinationName)
      + (isGiven ? "(\(SwiftName.argument(inverse?.name ?? "")): object)" : "()")
    let word = relationship.isOrdered ? "append" : "insert"
    let least = max(1, relationship.minCount)
    let statement = isGiven ? "_ = \(value)" : "object.\(name).\(word)(\(value))"
    return "while object.\(name).count < \(least) { \(statement) }"
  }

  // MARK: Values

  /// A value for an attribute that the initialiser requires, or nil if it has a default.
  private func required(_ attribute: AttributeDescription) -> String? {
    let attributeShape = AttributeShape(attribute: attribute, shape: shape)
    guard attributeShape.parameterDefault == nil else { return nil }
    return value(of: attribute.type, attribute.rules)
  }

  private func value(of type: AttributeType, _ rules: [ValidationRule]) -> String {
    switch type {
    case .boolean: "true"
    case .int16, .int32, .int64, .float, .double, .decimal:
      "\(SwiftType.name(of: type))(\(number(rules)))"
    case .string: string(rules)
    case .date: "Date()"
    case .data: "Data([1])"
    case .transformable where type.isArchive: "Data([1])"
    case .uuid: "UUID()"
    case .url: "URL(string: \"https://example.org\")!"
    case .json, .undefined: ".null"
    case .list: "[]"
    case .enumeration(let name, _):
      "\(SwiftName.escaped(name)).\(shape.enumeration(name)?.cases.first?.name ?? "none")"
    case .composite(let name): composite(name)
    case .codable(let name), .transformable(let name, _): "\(name)()"
    }
  }

  private func composite(_ name: String) -> String {
    let elements = shape.composite(name)?.elements ?? []
    let arguments = elements.compactMap { element in
      required(element).map { "\(SwiftName.argument(element.name)): \($0)" }
    }
    return "\(SwiftName.escaped(name))(\(arguments.joined(separator: ", ")))"
  }

  private func number(_ rules: [ValidationRule]) -> String {
    var (low, high) = (0, 30_000)
    for case .range(let min, let max, let isBelow) in rules.map(\.requirement) {
      low = min.map { Self.whole($0, .up) } ?? low
      high = max.map { Self.whole($0, .down) - (isBelow ? 1 : 0) } ?? high
    }
    return "count(\(low), \(high))"
  }

  private static func whole(_ value: ConstantValue, _ rule: FloatingPointRoundingRule) -> Int {
    switch value {
    case .integer(let value): Int(value)
    case .double(let value): Int(value.rounded(rule))
    case .decimal(let value): Int(value.description) ?? 0
    default: 0
    }
  }

  /// Texts that match the patterns of the fixtures.
  private static let matches = [
    "^[A-Z]{2}$": "GA", "[A-Z]{2}": "GA", "^[A-Z]+$": "ABC", "^\\d{4}Q[1-4]$": "2012Q3",
    "[A-Z]{2}[0-9]+": "AB12",
  ]

  private func string(_ rules: [ValidationRule]) -> String {
    var (least, most) = (1, 40)
    for rule in rules {
      switch rule.requirement {
      case .length(let min, let max): (least, most) = (min ?? 1, max ?? 40)
      case .matches(let pattern):
        return "\"" + (Self.matches[pattern] ?? "no text for \(pattern)") + "\""
      default: break
      }
    }
    return "text(\(least), \(most))"
  }
}

extension String {
  /// The name without back-ticks.
  fileprivate var bare: String { filter { $0 != "`" } }
}
