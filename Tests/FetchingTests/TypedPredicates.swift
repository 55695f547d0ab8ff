import Foundation
import ModelRuntime
import TestSupport

/// Generates random predicates that fit a model.
struct TypedPredicates {
  /// The kinds of values that can be compared with one another.
  enum Kind: CaseIterable {
    case number
    case text
    case date
    case data
    case uuid
    case object
  }

  let model: ManagedObjectModel
  var random: RandomSource
  var values: RandomValues
  /// The variables of the enclosing SUBQUERYs, with the entities of their elements.
  private var variables: [(name: String, entity: String)] = []

  init(_ model: ManagedObjectModel, seed: UInt64) {
    self.model = model
    random = RandomSource(seed: seed)
    values = RandomValues(seed: seed &+ 1)
  }

  mutating func predicate(_ entity: String, _ depth: Int) -> ObjectPredicate {
    guard depth > 0 else { return comparison(entity, 0) }
    switch random.number(below: 9) {
    case 0: return .and((0..<2 + random.number(below: 2)).map { _ in predicate(entity, depth - 1) })
    case 1: return .or((0..<2 + random.number(below: 2)).map { _ in predicate(entity, depth - 1) })
    case 2: return .not(predicate(entity, depth - 1))
    default: return comparison(entity, depth - 1)
    }
  }

  private mutating func comparison(_ entity: String, _ depth: Int) -> ObjectPredicate {
    switch random.number(below: 6) {
    case 0: return quantified(entity, depth)
    case 1: return textual(entity, depth)
    case 2: return membership(entity, depth)
    default: return scalarComparison(entity, depth)
    }
  }

  private mutating func options() -> StringOptions {
    StringOptions(rawValue: random.pick([0, 0, 0, 1, 2, 3, 4, 5, 8]))
  }

  private mutating func kind() -> Kind {
    random.pick([.number, .number, .number, .text, .text, .date, .data, .uuid, .object])
  }

  private mutating func scalarOperator(_ kind: Kind) -> ObjectPredicate.Comparison.Operator {
    kind == .object
      ? random.pick([.equal, .notEqual])
      : random.pick([.equal, .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual])
  }

  private mutating func scalarComparison(_ entity: String, _ depth: Int) -> ObjectPredicate {
    if entity == "Item", random.number(below: 12) == 0 {
      return .comparison(
        .init(
          .keyPath(random.pick(["place", "spot"])), random.pick([.equal, .notEqual]),
          .constant(.null)))
    }
    let kind = kind()
    let left = scalar(kind, entity, depth)
    let right = random.number(below: 3) == 0 ? scalar(kind, entity, depth) : constant(kind)
    return .comparison(.init(left, scalarOperator(kind), right, options: options()))
  }

  private mutating func textual(_ entity: String, _ depth: Int) -> ObjectPredicate {
    let left = scalar(random.pick([.text, .text, .number]), entity, depth)
    let op = random.pick(
      [.beginsWith, .endsWith, .contains, .like, .matches, .in]
        as [ObjectPredicate.Comparison.Operator])
    if op == .matches {
      return .comparison(.init(left, op, string(values.pattern()), options: options()))
    }
    if op == .like {
      return .comparison(.init(left, op, string(values.wildcard()), options: options()))
    }
    let right =
      random.number(below: 4) == 0
      ? scalar(random.pick([.text, .number]), entity, depth)
      : string(random.number(below: 3) == 0 ? values.digits() : values.text())
    if op == .in, case .constant = right {
    } else if op == .in {
      return .comparison(.init(left, .contains, right, options: options()))
    }
    return .comparison(.init(left, op, right, options: options()))
  }

  private func string(_ text: String) -> ObjectExpression { .constant(.string(text)) }

  private mutating func membership(_ entity: String, _ depth: Int) -> ObjectPredicate {
    let kind = kind()
    let left = scalar(kind, entity, depth)
    if kind != .object, random.number(below: 3) == 0 {
      let bounds: ObjectExpression
      if random.number(below: 2) == 0 {
        bounds = .constant(.list([values.constant(kind), values.constant(kind)]))
      } else {
        bounds = list(scalar(kind, entity, depth), constant(kind))
      }
      return .comparison(.init(left, .between, bounds, options: options()))
    }
    if random.number(below: 3) == 0, let collection = collection(kind, entity, depth) {
      return random.number(below: 2) == 0
        ? .comparison(.init(left, .in, collection, options: options()))
        : .comparison(.init(collection, .contains, left, options: options()))
    }
    let count = random.pick([0, 1, 3, 6, 600])
    var list = (0..<min(count, 8)).map { _ in values.constant(kind) }
    if count > 8 { list = (0..<count).map { _ in values.constant(kind) } }
    return .comparison(.init(left, .in, .constant(.list(list)), options: options()))
  }

  /// Returns a list as the parser reads it: a list of constants is a constant itself.
  private func list(_ one: ObjectExpression, _ other: ObjectExpression) -> ObjectExpression {
    if case .constant(let one) = one, case .constant(let other) = other {
      return .constant(.list([one, other]))
    }
    return .aggregate([one, other])
  }

  private mutating func quantified(_ entity: String, _ depth: Int) -> ObjectPredicate {
    let kind = kind()
    guard let left = collection(kind, entity, depth) else { return scalarComparison(entity, depth) }
    let quantifier: ObjectPredicate.Comparison.Quantifier = random.pick([.any, .all])
    let right = random.number(below: 3) == 0 ? scalar(kind, entity, depth) : constant(kind)
    if kind == .text, random.number(below: 3) == 0 {
      return .comparison(
        .init(
          left, random.pick([.beginsWith, .contains, .endsWith]), string(values.text()),
          quantifier: quantifier, options: options()))
    }
    let result = ObjectPredicate.comparison(
      .init(left, scalarOperator(kind), right, quantifier: quantifier, options: options()))
    return random.number(below: 3) == 0 ? .not(result) : result
  }

  private mutating func constant(_ kind: Kind) -> ObjectExpression {
    .constant(values.constant(kind))
  }
}

// MARK: - Values

extension TypedPredicates {
  /// Returns a random expression with a single value.
  mutating func scalar(_ kind: Kind, _ entity: String, _ depth: Int) -> ObjectExpression {
    if depth > 0 {
      switch (kind, random.number(below: 5)) {
      case (.number, 0) where random.number(below: 4) == 0: return calendar(entity, depth)
      case (.number, 0): return arithmetic(entity, depth)
      case (.date, 0):
        return .function(
          random.pick(["add:to:", "from:subtract:"]),
          [scalar(.date, entity, depth - 1), scalar(.number, entity, depth - 1)])
      case (.number, 1): return aggregate(entity, depth)
      case (_, 2) where kind != .object:
        return .conditional(
          predicate(entity, depth - 1), then: scalar(kind, entity, depth - 1),
          else: scalar(kind, entity, depth - 1))
      case (.text, 3): return textFunction(entity, depth)
      case (.number, 4) where random.number(below: 4) == 0: return distance(entity, depth)
      case (.number, 3), (.date, 3): return cast(kind, entity, depth)
      default: break
      }
    }
    return path(kind, entity) ?? .constant(values.constant(kind))
  }

  private mutating func arithmetic(_ entity: String, _ depth: Int) -> ObjectExpression {
    if random.number(below: 4) == 0 {
      let name = random.pick([
        "abs:", "floor:", "ceiling:", "trunc:", "round:", "roundToEven:", "sqrt:",
        "onesComplement:",
      ])
      return .function(name, [scalar(.number, entity, depth - 1)])
    }
    let name = random.pick([
      "add:to:", "from:subtract:", "multiply:by:", "divide:by:", "modulus:by:",
      "bitwiseAnd:with:", "bitwiseOr:with:", "bitwiseXor:with:", "leftshift:by:", "rightshift:by:",
    ])
    return .function(
      name, [scalar(.number, entity, depth - 1), scalar(.number, entity, depth - 1)])
  }

  /// Returns a random part of a date, or the seconds between two dates.
  private mutating func calendar(_ entity: String, _ depth: Int) -> ObjectExpression {
    let date = scalar(.date, entity, depth - 1)
    switch random.number(below: 3) {
    case 0: return .function("from:subtract:", [date, scalar(.date, entity, depth - 1)])
    case 1:
      let zone = random.pick(["Asia/Tokyo", "America/New_York", "GMT"])
      return .function(random.pick(["hour:", "day:"]), [date, .constant(.string(zone))])
    default:
      return .function(
        random.pick(["year:", "month:", "day:", "minute:", "second:", "weekday:"]), [date])
    }
  }

  private mutating func distance(_ entity: String, _ depth: Int) -> ObjectExpression {
    .function(
      "distanceToLocation:fromLocation:",
      [
        entity == "Item" && random.number(below: 2) == 0
          ? .keyPath("spot")
          : list(scalar(.number, entity, depth - 1), scalar(.number, entity, depth - 1)),
        .constant(.list([.double(52.5), .integer(13)])),
      ])
  }

  private mutating func textFunction(_ entity: String, _ depth: Int) -> ObjectExpression {
    if random.number(below: 4) == 0 {
      return casting(scalar(.number, entity, depth - 1), "NSString")
    }
    return .function(
      random.pick(["uppercase:", "lowercase:", "canonical:"]), [scalar(.text, entity, depth - 1)])
  }

  private mutating func cast(_ kind: Kind, _ entity: String, _ depth: Int) -> ObjectExpression {
    if kind == .date { return casting(scalar(.number, entity, depth - 1), "NSDate") }
    switch random.number(below: 4) {
    case 0: return casting(scalar(.date, entity, depth - 1), "NSNumber")
    case 1: return casting(scalar(.text, entity, depth - 1), "NSNumber")
    case 2: return .function("length:", [scalar(.text, entity, depth - 1)])
    default: return casting(scalar(.number, entity, depth - 1), "NSDecimalNumber")
    }
  }

  /// Returns a cast. A constant is cast through a path, because a cast constant would be
  /// read as another constant.
  private func casting(_ operand: ObjectExpression, _ type: String) -> ObjectExpression {
    if case .constant = operand { return .cast(.keyPath(["nothing"], of: operand), type: type) }
    return .cast(operand, type: type)
  }

  private mutating func aggregate(_ entity: String, _ depth: Int) -> ObjectExpression {
    if random.number(below: 3) == 0 {
      guard let objects = collection(.object, entity, depth) else {
        return .constant(values.constant(.number))
      }
      return objects.appending(["@count"])
    }
    guard let numbers = collection(.number, entity, depth) else {
      return .constant(values.constant(.number))
    }
    if random.number(below: 2) == 0 {
      return .function(
        random.pick(["sum:", "average:", "min:", "max:", "median:", "stddev:", "count:"]), [numbers]
      )
    }
    let name = random.pick(["@sum", "@avg", "@min", "@max", "@count"])
    if case .keyPath(var names, let root) = numbers, names.count > 1 || root != .evaluatedObject,
      !names.contains(where: { $0.hasPrefix("@") })
    {
      // The operator comes after the objects and before the attribute. A list has no
      // objects.
      names.insert(name, at: names.count - 1)
      return .keyPath(names, of: root)
    }
    return numbers.appending([name])
  }

  /// Returns a random path to a single value, or nil if there is none of the kind.
  private mutating func path(_ kind: Kind, _ entity: String) -> ObjectExpression? {
    var start = (root: ObjectExpression.evaluatedObject, entity: entity)
    if let variable = variables.last, random.number(below: 3) > 0 {
      start = (.variable(variable.name), variable.entity)
    }
    if kind == .object, random.number(below: 4) == 0 { return start.root }
    if start.entity == "Item", random.number(below: 8) == 0 {
      start = (
        .cast(.keyPath(["owner"], of: start.root), type: "Person"), "Person"
      )
    }
    var names: [String] = []
    for _ in 0..<random.pick([0, 0, 1, 1, 2]) {
      guard let step = relationships(start.entity, toMany: false).randomElement(using: &random)
      else { break }
      names.append(step.name)
      start.entity = step.destinationName
    }
    guard let last = leaf(kind, start.entity) else { return nil }
    return .keyPath(names + last, of: start.root)
  }

  private func relationships(_ entity: String, toMany: Bool) -> [RelationshipDescription] {
    properties(entity).compactMap(\.relationship).filter { $0.isToMany == toMany }
  }

  private func properties(_ entity: String) -> [PropertyDescription] {
    model.entity(named: entity).map { model.properties(of: $0) } ?? []
  }

  private mutating func leaf(_ kind: Kind, _ entity: String) -> [String]? {
    if kind == .object {
      return relationships(entity, toMany: false).randomElement(using: &random).map { [$0.name] }
    }
    var candidates = properties(entity).compactMap(\.attribute).filter { !$0.isTransient }
      .filter { Self.kind(of: $0.type) == kind }.map { [$0.name] }
    if entity == "Item" {
      if kind == .number { candidates += [["place", "zip"], ["place", "height"]] }
      if kind == .text { candidates += [["place", "street"]] }
    }
    if kind == .text { candidates += [["entity"]] }
    return candidates.randomElement(using: &random)
  }

  private static func kind(of type: AttributeType) -> Kind? {
    switch type {
    case .boolean, .int16, .int32, .int64, .float, .double, .decimal: .number
    case .string, .url: .text
    case .enumeration(_, let raw): kind(of: raw)
    case .date: .date
    case .data: .data
    case .uuid: .uuid
    default: nil
    }
  }
}

// MARK: - Collections

extension TypedPredicates {
  /// Returns a random expression with many values, or nil if there is none of the kind.
  mutating func collection(
    _ kind: Kind, _ entity: String, _ depth: Int
  ) -> ObjectExpression? {
    if entity == "Item", random.number(below: 4) == 0,
      let names = [.text: ["words"], .number: ["counts", "reals"], .date: ["days"]][kind]
    {
      return .keyPath(random.pick(names))
    }
    guard var (expression, element) = objects(entity) else { return nil }
    if depth > 0, kind != .object, random.number(below: 6) == 0,
      let step = relationships(element, toMany: false).randomElement(using: &random)
    {
      // The values of some elements are nil then.
      expression = expression.appending([step.name])
      element = step.destinationName
    }
    if depth > 0, random.number(below: 3) == 0 {
      let name = "v\(variables.count)"
      variables.append((name, element))
      let condition = predicate(entity, depth - 1)
      variables.removeLast()
      expression = .subquery(expression, variable: name, condition)
    }
    if kind == .object {
      if depth > 0, random.number(below: 5) == 0, let (other, second) = objects(entity),
        second == element
      {
        return .set(random.pick([.union, .intersect, .minus]), expression, other)
      }
      return expression
    }
    if random.number(below: 3) == 0,
      let step = relationships(element, toMany: false).randomElement(using: &random)
    {
      expression = expression.appending([step.name])
      element = step.destinationName
    }
    guard let last = leaf(kind, element) else { return nil }
    if depth > 0, random.number(below: 6) == 0 {
      return expression.appending(["@distinctUnionOfObjects"] + last)
    }
    return expression.appending(last)
  }

  /// Returns a random path to many objects, with their entity.
  private mutating func objects(_ entity: String) -> (ObjectExpression, String)? {
    var start = (root: ObjectExpression.evaluatedObject, entity: entity)
    if let variable = variables.last, random.number(below: 2) == 0 {
      start = (.variable(variable.name), variable.entity)
    }
    if random.number(below: 12) == 0 {
      let name = random.pick(["Item", "Tag", "Part", "Owner", "Person"])
      return (.function("FETCH", [.constant(.string(name))]), name)
    }
    var names: [String] = []
    if random.number(below: 3) == 0,
      let step = relationships(start.entity, toMany: false).randomElement(using: &random)
    {
      names.append(step.name)
      start.entity = step.destinationName
    }
    for _ in 0..<random.pick([1, 1, 1, 2]) {
      guard let step = relationships(start.entity, toMany: true).randomElement(using: &random)
      else { break }
      names.append(step.name)
      start.entity = step.destinationName
    }
    guard !names.isEmpty, names.count > 0,
      relationshipsContainToMany(names, entityOf: start.root, entity)
    else { return nil }
    return (.keyPath(names, of: start.root), start.entity)
  }

  private func relationshipsContainToMany(
    _ names: [String], entityOf root: ObjectExpression, _ entity: String
  ) -> Bool {
    var current = entity
    if case .variable(let name) = root {
      current = variables.first { $0.name == name }?.entity ?? entity
    }
    for name in names {
      guard
        let step = properties(current).compactMap(\.relationship).first(where: { $0.name == name })
      else { return false }
      if step.isToMany { return true }
      current = step.destinationName
    }
    return false
  }

  /// Returns up to two random sort keys.
  mutating func order(_ entity: String) -> [SortKey] {
    (0..<random.number(below: 3)).compactMap { _ in
      if random.number(below: 4) == 0 {
        return SortKey(
          scalar(kind(), entity, 2), isAscending: random.number(below: 2) == 0, options: options())
      }
      guard case .keyPath(let names, .evaluatedObject)? = path(kind(), entity) else { return nil }
      return SortKey(names, isAscending: random.number(below: 2) == 0, options: options())
    }
  }
}

extension ObjectExpression {
  fileprivate func appending(_ names: [String]) -> ObjectExpression {
    guard case .keyPath(let first, let root) = self, !first.contains(where: { $0.hasPrefix("@") })
    else { return .keyPath(names, of: self) }
    return .keyPath(first + names, of: root)
  }
}
