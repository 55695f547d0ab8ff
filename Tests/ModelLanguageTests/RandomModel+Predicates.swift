import Foundation
import ModelSchema
import TestSupport

extension RandomModel {
  /// Returns a random condition on the objects of an entity, which may be one that only
  /// imported models have.
  mutating func predicate(
    in entity: EntityDescription, depth: Int, parameters: Bool = false
  ) -> ObjectPredicate {
    predicate(depth: depth, base: .evaluatedObject, parameters: parameters, level: 0, of: entity)
  }

  private mutating func predicate(
    depth: Int, base: ObjectExpression, parameters: Bool, level: Int, of entity: EntityDescription
  ) -> ObjectPredicate {
    func below(_ maker: inout RandomModel) -> ObjectPredicate {
      maker.predicate(
        depth: depth - 1, base: base, parameters: parameters, level: level, of: entity)
    }
    guard depth > 0 else { return comparison(base: base, parameters: parameters) }
    switch random.number(below: 9) {
    case 0: return .and((0..<random.number(below: 4)).map { _ in below(&self) })
    case 1: return .or((0..<(2 + random.number(below: 2))).map { _ in below(&self) })
    case 2: return .not(below(&self))
    case 3: return .constant(random.once(in: 2))
    case 4: return quantified(depth, base, parameters, level, entity)
    default: return comparison(base: base, parameters: parameters)
    }
  }

  /// Returns a condition such as `items.any(...)` on a to-many relationship of the entity.
  private mutating func quantified(
    _ depth: Int, _ base: ObjectExpression, _ parameters: Bool, _ level: Int,
    _ entity: EntityDescription
  ) -> ObjectPredicate {
    let relationships = entity.relationships.filter(\.isToMany)
    guard let relationship = relationships.randomElement(using: &random),
      let destination = model.entity(named: relationship.destinationName)
    else { return comparison(base: base, parameters: parameters) }
    let natural = parameters ? ["x1", "x2", "x3"] : ["x", "x1", "x2"]
    let variable = random.once(in: 4) ? "item" : natural[min(level, 2)]
    var inner = predicate(
      depth: depth - 1, base: .variable(variable), parameters: parameters, level: level + 1,
      of: destination)
    if random.once(in: 3) { inner = .not(inner) }
    let found = ObjectExpression.subquery(
      .keyPath([relationship.name], of: base), variable: variable, inner)
    return .comparison(
      .init(
        .keyPath(["@count"], of: found), random.pick([.greater, .equal, .less]),
        .constant(.integer(random.pick([0, 0, 0, 3])))))
  }

  private mutating func comparison(
    base: ObjectExpression, parameters: Bool
  ) -> ObjectPredicate {
    func path(_ names: String...) -> ObjectExpression { .keyPath(names, of: base) }
    let other = text()
    let plain: [ObjectPredicate.Comparison] = [
      .init(path("in"), .equal, .constant(.string(other))),
      .init(.constant(.string(other)), .notEqual, path("in")),
      .init(path("old"), .less, .constant(.integer(-5))),
      .init(path("with space"), .equal, .constant(.boolean(true))),
      .init(path("with space"), .equal, .constant(.boolean(false))),
      .init(path("tint"), .equal, .constant(.string("dark red"))),
      .init(path("tint"), .in, .aggregate([.constant(.string("gray")), .constant(.null)])),
      .init(path("price"), .greaterOrEqual, .constant(.decimal(1.5))),
      .init(path("price"), .equal, .constant(.integer(0))),
      .init(
        path("place", "city"), .beginsWith, .function("canonical:", [path("in")]),
        options: [.caseInsensitive]),
      .init(path("in"), .equal, .constant(.string("a")), options: [.normalized, .localized]),
      .init(path("in"), .matches, .constant(.string("[a-z]/"))),
      .init(
        path("old"), .between,
        .aggregate([.constant(.integer(1)), .constant(.integer(9))])),
      .init(path("when"), .less, .function("now", [])),
      .init(
        path("when"), .equal,
        .constant(.date(Date(timeIntervalSinceReferenceDate: 12345.75)))),
      .init(
        .function("add:to:", [path("old"), .constant(.integer(2))]), .equal,
        .function(
          "multiply:by:",
          [
            path("old"), .function("from:subtract:", [path("old"), .constant(.integer(1))]),
          ])),
      .init(
        .function("from:subtract:", [.constant(.integer(0)), path("price")]), .equal,
        .function("divide:by:", [path("price"), .constant(.double(2))])),
      .init(.function("length:", [path("in")]), .greater, .constant(.integer(3))),
      .init(.evaluatedObject, .notEqual, .constant(.null)),
      .init(
        .conditional(
          .comparison(.init(path("in"), .equal, .constant(.null))),
          then: .constant(.integer(1)), else: path("old")), .equal, path("old")),
    ]
    let odd: [ObjectPredicate.Comparison] = [
      .init(path("in"), .equal, .constant(.integer(3))),
      .init(.constant(.integer(3)), .equal, .constant(.string("3"))),
      .init(path("old"), .contains, .constant(.string("3")), options: [.caseInsensitive]),
      .init(path("in"), .less, path("old"), options: [.diacriticInsensitive]),
      .init(path("in"), .equal, path("in"), quantifier: .any),
      .init(path("a", "@distinctUnionOfObjects", "b"), .in, .aggregate([])),
      .init(
        .function("raise:toPower:", [path("old"), .constant(.double(2))]), .less,
        .cast(path("in"), type: "NSDate")),
      .init(
        .element(.first, of: path("in")), .equal,
        .element(.expression(.constant(.integer(2))), of: path("in"))),
      .init(.set(.union, path("in"), path("old")), .contains, .constant(.null)),
      .init(path("in"), .in, .constant(.list([.string("a"), .boolean(true), .null]))),
      .init(.aggregate([.constant(.integer(1)), .constant(.string("a"))]), .in, path("in")),
      .init(
        .conditional(.constant(true), then: path("in"), else: path("old")), .equal,
        path("in")),
      .init(.keyPath(["b"], of: .keyPath(["a"], of: base)), .equal, .constant(.null)),
      .init(path("with space"), .equal, .constant(.string("YES"))),
    ]
    let given: [ObjectPredicate.Comparison] = [
      .init(path("in"), .contains, .variable("text"), options: [.caseInsensitive]),
      .init(.variable("day"), .equal, .constant(.null)),
      .init(path("when"), .greater, .variable("day")),
      .init(path("old"), .in, .variable("x")),
      .init(.evaluatedObject, .equal, .variable("object")),
      .init(.keyPath(["place", "city"], of: .variable("object")), .equal, path("in")),
    ]
    switch random.number(below: parameters ? 4 : 3) {
    case 0: return .comparison(random.pick(odd))
    case 3: return .comparison(random.pick(given))
    default: return .comparison(random.pick(plain))
    }
  }
}
