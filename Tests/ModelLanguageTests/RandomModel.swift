import Foundation
import ModelSchema
import TestSupport

/// Generates random models that the language can express: all names exist, inverses lead
/// back, and delete rules are possible.
struct RandomModel {
  var random: RandomSource
  var model: ManagedObjectModel

  static func model(seed: UInt64) -> ManagedObjectModel {
    var maker = RandomModel(
      random: RandomSource(seed: seed), model: ManagedObjectModel(name: "Random"))
    maker.make()
    return maker.model
  }

  private mutating func make() {
    model.version = random.maybe(7, in: 2)
    model.versionIdentifiers = random.once(in: 4) ? ["1.0", "a \"b\""] : []
    model.documentation = documentation()
    model.access = random.pick(AccessLevel.allCases)
    model.userInfo = userInfo()
    makeTypes()
    let count = 1 + random.number(below: 5)
    for number in 0..<count { model.entities.append(entity(number)) }
    makeRelationships()
    for position in model.entities.indices { makeMembers(of: position) }
    if random.once(in: 3) {
      model.configurations = [
        ConfigurationDescription(
          name: "All", documentation: documentation(), entityNames: model.entities.map(\.name),
          userInfo: userInfo())
      ]
    }
    makeQueriesAndMigrations()
  }

  // MARK: Pieces

  mutating func documentation() -> String? {
    random.pick([nil, nil, "What it is.", "Two\n\nparagraphs, “quoted”.", "// odd"])
  }

  mutating func userInfo() -> [String: String] {
    random.pick([[:], [:], [:], ["key": "value"], ["a.b": "\"x\"\n\t\\", "c d": ""]])
  }

  mutating func text() -> String {
    random.pick(["", "a", "it's", "\"quoted\"", "back\\slash", "line\nend", "ÄÖ 😀", "x/y"])
  }

  static let names = [
    "name", "city", "old", "in", "count", "class", "find", "größe", "with space", "index",
    "true", "where", "sort", "a", "b", "x", "item", "outer", "desc",
  ]

  // MARK: Types

  private mutating func makeTypes() {
    model.enumerations = [
      EnumerationDescription(
        name: "Tint", documentation: documentation(), rawType: .string,
        cases: [
          .init(name: "gray", rawValue: .string("gray")),
          .init(
            name: "red", documentation: documentation(), rawValue: .string("dark red"),
            deprecation: random.pick([nil, "", "gone"])),
        ], unknownCase: random.maybe("gray", in: 2), userInfo: userInfo()),
      EnumerationDescription(
        name: "Level", rawType: .int16,
        cases: [
          .init(name: "low", rawValue: .integer(-1)), .init(name: "in", rawValue: .integer(5)),
        ]),
    ]
    model.typeAliases = [
      TypeAliasDescription(
        name: "Code", documentation: documentation(), type: .string,
        rules: [ValidationRule(.length(min: 2, max: 2)), ValidationRule(.matches("[A-Z]{2}"))]),
      TypeAliasDescription(
        name: "Percent", type: .double,
        rules: [
          ValidationRule(
            .range(min: .double(0), max: .double(100), excludesUpperBound: true), message: text())
        ]),
    ]
    var elements = [AttributeDescription(name: "city", type: .string)]
    elements.append(attribute(named: "zip", mayBeComposite: false))
    model.composites = [
      CompositeDescription(
        name: "Place", documentation: documentation(), elements: elements, userInfo: userInfo())
    ]
  }

  mutating func type(mayBeComposite: Bool = true) -> AttributeType {
    var types: [AttributeType] = [
      .boolean, .int16, .int32, .int64, .float, .double, .decimal, .string, .date, .data, .uuid,
      .url, .json, .enumeration("Tint", raw: .string), .enumeration("Level", raw: .int16),
      .list(.string), .list(.double), .list(.enumeration("Level", raw: .int16)),
      .codable("Module.Type"), .transformable("Color", transformer: nil),
      .transformable("NS.Color", transformer: "Secure\"T\""),
    ]
    if mayBeComposite { types.append(.composite("Place")) }
    return random.pick(types)
  }

  mutating func constant(of type: AttributeType) -> ConstantValue? {
    switch type {
    case .boolean: return .boolean(random.once(in: 2))
    case .int16, .int32, .int64: return .integer(random.pick([0, -1, 7, 32767, -32768]))
    case .float, .double: return .double(random.pick([0, -1.5, 1e-7, 1e100, .infinity]))
    case .decimal: return .decimal(random.pick([0, -12.25, 123_456_789]))
    case .string, .json: return .string(text())
    case .date:
      let seconds = random.pick([0.0, 86400, -63_113_904_000, 0.25, 1e11])
      return .date(Date(timeIntervalSinceReferenceDate: seconds))
    case .data: return .data(Data([1, 2, 250].prefix(random.number(below: 4))))
    case .uuid: return UUID(uuidString: "6F9619FF-8B86-D011-B42D-00CF4FC964FF").map { .uuid($0) }
    case .url: return URL(string: "https://example.org/a?b=c#d").map { .url($0) }
    case .enumeration(let name, _):
      return model.enumeration(named: name)?.cases.first?.rawValue
    case .list(let element):
      return .list((0..<random.number(below: 3)).compactMap { _ in constant(of: element) })
    default: return nil
    }
  }

  // MARK: Attributes

  mutating func attribute(named name: String, mayBeComposite: Bool = true) -> AttributeDescription {
    var attribute = AttributeDescription(
      name: name, documentation: documentation(), type: type(mayBeComposite: mayBeComposite))
    if random.once(in: 5), let alias = model.typeAliases.randomElement(using: &random) {
      attribute.type = alias.type
      attribute.typeAlias = alias.name
      attribute.rules = alias.rules
    }
    attribute.isOptional = random.once(in: 2)
    attribute.isConstant = random.once(in: 5)
    attribute.rules += rules(for: attribute.type)
    switch random.number(below: 4) {
    case 0 where attribute.type == .date: attribute.defaultValue = .now
    case 0 where attribute.type == .uuid: attribute.defaultValue = .uuid
    case 0, 1: attribute.defaultValue = constant(of: attribute.type).map { .constant($0) }
    default: break
    }
    attribute.isSensitive = random.once(in: 6)
    attribute.preservesValueOnDeletion = random.once(in: 6)
    attribute.isExact = attribute.type == .decimal && random.once(in: 2)
    attribute.allowsExternalStorage = attribute.type == .data && random.once(in: 2)
    attribute.columnName = random.maybe("a column", in: 6)
    attribute.deprecation = random.pick([nil, nil, nil, "", "use \"b\""])
    attribute.renamingIdentifier = random.pick([nil, nil, nil, "oldName", "old name", "in"])
    attribute.versionHashModifier = random.once(in: 6) ? text() : nil
    attribute.userInfo = userInfo()
    return attribute
  }

  private mutating func rules(for type: AttributeType) -> [ValidationRule] {
    guard random.once(in: 3) else { return [] }
    let message = random.once(in: 2) ? text() : nil
    switch type {
    case .string:
      return [
        ValidationRule(
          random.pick([
            .length(min: 1, max: nil), .length(min: nil, max: 9), .length(min: 2, max: 3),
            .matches("a/b"), .matches("[a-z]+\\d"), .matches(""),
          ]), message: message)
      ]
    case .int32, .int64:
      return [
        ValidationRule(
          .range(min: .integer(-5), max: nil, excludesUpperBound: false), message: message)
      ]
    case .date:
      return [
        ValidationRule(
          .range(
            min: .date(Date(timeIntervalSinceReferenceDate: 0)),
            max: .date(Date(timeIntervalSinceReferenceDate: 0.5)), excludesUpperBound: true),
          message: message)
      ]
    case .double, .boolean:
      return [
        ValidationRule(
          .predicate(
            .not(.comparison(.init(.evaluatedObject, .equal, .constant(.null))))),
          message: message)
      ]
    default: return []
    }
  }

  // MARK: Entities

  private mutating func entity(_ number: Int) -> EntityDescription {
    let plain = ["Item", "Box", "Data", "Person", "Größe"]
    var entity = EntityDescription(
      name: plain[number], className: random.pick(["Made", "Module.Made", ".Made"]),
      documentation: documentation())
    entity.isAbstract = random.once(in: 4)
    if number > 0, random.once(in: 3) { entity.parentName = plain[random.number(below: number)] }
    entity.access = random.maybe(.package, in: 5)
    if entity.parentName == nil { entity.tableName = random.maybe("the \"\(number)\"", in: 5) }
    entity.renamingIdentifier = random.maybe("Old", in: 5)
    entity.versionHashModifier = random.maybe("2", in: 5)
    entity.userInfo = userInfo()
    for position in 0..<(1 + random.number(below: 6)) {
      let name = "\(Self.names[random.number(below: Self.names.count)])\(number)\(position)"
      var attribute = attribute(named: name)
      let isPlain = attribute.type != .composite("Place")
      attribute.isUnique = isPlain && random.once(in: 6)
      attribute.isIndexed = isPlain && random.once(in: 6)
      entity.properties.append(.attribute(attribute))
    }
    // These are names that need back-ticks, and an attribute of each common type.
    let special: [(String, AttributeType)] = [
      ("in", .string), ("old", .int32), ("with space", .boolean), ("when", .date),
      ("tint", .enumeration("Tint", raw: .string)), ("price", .decimal),
      ("place", .composite("Place")),
    ]
    if entity.parentName == nil {
      for (name, type) in special {
        entity.properties.append(.attribute(AttributeDescription(name: name, type: type)))
      }
    }
    return entity
  }

  private mutating func makeRelationships() {
    for number in 0..<random.number(below: 6) {
      let here = random.number(below: model.entities.count)
      let there = random.number(below: model.entities.count)
      let (first, second) = pair(number, here, there)
      model.entities[here].properties.append(.relationship(first))
      if let second { model.entities[there].properties.append(.relationship(second)) }
    }
  }

  private mutating func pair(
    _ number: Int, _ here: Int, _ there: Int
  ) -> (RelationshipDescription, RelationshipDescription?) {
    var first = relationship(named: "to\(number)", destination: model.entities[there].name)
    guard !random.once(in: 4) else { return (first, nil) }
    var second = relationship(named: "from\(number)", destination: model.entities[here].name)
    first.inverseName = second.name
    second.inverseName = first.name
    first.deleteRule = random.pick([.nullify, .cascade, .deny, .noAction])
    if !second.isToMany, !second.isOptional {
      if first.deleteRule == .nullify { first.deleteRule = .cascade }
      if !first.isToMany { first.isOptional = true }
    }
    if !first.isToMany, !first.isOptional { second.deleteRule = .deny }
    return (first, second)
  }

  private mutating func relationship(
    named name: String, destination: String
  ) -> RelationshipDescription {
    var relationship = RelationshipDescription(
      name: name, documentation: documentation(), destinationName: destination)
    relationship.isToMany = random.once(in: 2)
    relationship.isOptional = random.once(in: 2)
    if relationship.isToMany {
      relationship.isOrdered = random.once(in: 2)
      relationship.minCount = random.pick([0, 0, 2])
      relationship.maxCount = random.pick([0, 0, 9])
    }
    relationship.isConstant = random.once(in: 6)
    relationship.columnName = random.maybe("col", in: 6)
    relationship.deprecation = random.maybe("", in: 6)
    relationship.renamingIdentifier = random.maybe("was", in: 6)
    relationship.userInfo = userInfo()
    return relationship
  }
}
