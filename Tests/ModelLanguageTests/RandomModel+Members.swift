import Foundation
import ModelSchema
import TestSupport

extension RandomModel {
  /// Adds indexes, checks, fetches and other members to an entity.
  mutating func makeMembers(of position: Int) {
    let entity = model.entities[position]
    var made = entity
    if random.once(in: 2) {
      made.indexes = [
        FetchIndexDescription(
          name: "byStart", documentation: documentation(),
          elements: [.init("in"), .init("place.city", isAscending: false)],
          predicate: random.once(in: 2) ? predicate(in: entity, depth: 2) : nil)
      ]
    }
    if random.once(in: 3) {
      made.uniquenessConstraints = [UniquenessConstraint(name: "once", keyPaths: ["in", "old"])]
    }
    if random.once(in: 3) {
      made.fullTextIndexes = [
        FullTextIndexDescription(name: "words", keyPaths: ["in"], tokenizer: "unicode61")
      ]
    }
    if random.once(in: 2) {
      made.checks = [
        CheckDescription(
          name: "sane", documentation: documentation(), predicate: predicate(in: entity, depth: 3),
          message: text())
      ]
    }
    if random.once(in: 3) { made.properties.append(.attribute(derived(in: entity))) }
    for number in 0..<random.number(below: 3) {
      made.fetchTemplates.append(fetch(number, in: entity))
    }
    if random.once(in: 3) { made.properties.append(.fetched(fetched(in: entity))) }
    model.entities[position] = made
  }

  private mutating func derived(in entity: EntityDescription) -> AttributeDescription {
    var attribute = AttributeDescription(name: "derived\(entity.name)", type: .string)
    attribute.derivation = random.pick([
      .function("canonical:", [.keyPath("in")]),
      .keyPath("in"),
      .conditional(
        .comparison(.init(.keyPath("in"), .notEqual, .constant(.null))), then: .keyPath("in"),
        else: .constant(.string(text()))),
    ])
    return attribute
  }

  private mutating func fetch(_ number: Int, in entity: EntityDescription) -> FetchTemplate {
    let parameters: [FetchTemplate.Parameter] = [
      .init(label: nil, name: "text", type: .attribute(.string, typeAlias: "Code")),
      .init(
        label: "from", name: "day", type: .optional(.attribute(.date, typeAlias: nil)),
        defaultValue: .null),
      .init(
        label: "x", name: "x", type: .list(.attribute(.int32, typeAlias: nil)),
        defaultValue: .list([.integer(1)])),
      .init(label: "object", name: "object", type: .object(entity.name)),
    ]
    var template = FetchTemplate(
      name: "fetch\(number)", documentation: documentation(), parameters: parameters,
      entityName: entity.name, result: random.pick([.objects, .first, .count, .exists]),
      allowsScan: true, userInfo: userInfo())
    template.predicate = predicate(in: entity, depth: 4, parameters: true)
    if random.once(in: 5) {
      template.predicate = nil
      template.predicateFormat = "\"x/y\" CONTAINS[cd] \"\(random.pick(["/", "\\\\", "ä"]))\""
    }
    template.sortKeys = random.pick([
      [], [SortKey(["in"], isAscending: false)],
      [SortKey(["place", "city"], options: [.caseInsensitive, .localized]), SortKey(["old"])],
    ])
    template.limit = random.pick([nil, .constant(.integer(5)), .variable("text")])
    if template.limit == .variable("text") { template.limit = nil }
    template.offset = random.maybe(.constant(.integer(0)), in: 4)
    if random.once(in: 4) { makeRows(&template, in: entity) }
    return template
  }

  private mutating func makeRows(_ template: inout FetchTemplate, in entity: EntityDescription) {
    template.result = .rows([
      .init(name: "city", type: .attribute(.string, typeAlias: nil)),
      .init(name: "count", type: .optional(.attribute(.int64, typeAlias: nil))),
    ])
    template.selections = [
      .init(.keyPath("place", "city"), name: "city"),
      .init(.function("count:", [.evaluatedObject]), name: "count"),
    ]
    template.groupKeyPaths = ["place.city"]
    template.havingPredicate = .comparison(
      .init(.function("sum:", [.keyPath("price")]), .greater, .constant(.decimal(1))))
    template.sortKeys = [SortKey(["count"], isAscending: false)]
  }

  private mutating func fetched(in entity: EntityDescription) -> FetchedPropertyDescription {
    let target = random.pick(model.entities)
    var request = FetchTemplate(
      name: "near\(entity.name)", entityName: target.name,
      result: random.pick([.objects, .first]))
    request.predicate = .and([
      predicate(in: target, depth: 2),
      .comparison(
        .init(.keyPath("in"), .equal, .keyPath(["in"], of: .variable("source")))),
    ])
    return FetchedPropertyDescription(
      name: "near\(entity.name)", documentation: documentation(), request: request,
      userInfo: userInfo())
  }

  mutating func makeQueriesAndMigrations() {
    if random.once(in: 3) {
      model.queries = [
        SQLQueryDescription(
          name: "totals", documentation: documentation(),
          parameters: [
            .init(label: "since", name: "since", type: .attribute(.date, typeAlias: nil))
          ],
          result: .rows([.init(name: "total", type: .attribute(.decimal, typeAlias: nil))]),
          sql: random.pick(["SELECT 1", "SELECT \"a\"\n\n  FROM b -- \\ \"\"\" c", ""]))
      ]
    }
    guard random.once(in: 3) else { return }
    let entity = model.entities[0]
    model.migrations = [
      MigrationDescription(
        documentation: documentation(), fromVersion: 1,
        steps: [
          .map(
            from: "Old", to: entity.name,
            [
              .init("tint", .constant(.string("gray"))),
              .init("place.city", .keyPath(["city"], of: .variable("old"))),
              .init(
                "in",
                .conditional(
                  .comparison(
                    .init(
                      .keyPath(["done"], of: .variable("old")), .equal,
                      .constant(.boolean(true)))), then: .constant(.string("yes")),
                  else: .function(
                    "find:",
                    [
                      .constant(.string(entity.name)), .constant(.string("in")),
                      .keyPath(["name"], of: .variable("old")),
                    ]))),
            ].prefix(2).map { $0 }),
          .insert(entity: entity.name, fromDistinct: "Old.city", []),
          .drop(keyPath: "Old.name", reason: random.pick([nil, "why \"not\""])),
          .before("Code.prepare"), .after("Code.finish"), .policy(entity: entity.name),
          .optionalPolicy(entity: entity.name),
        ])
    ]
  }
}
