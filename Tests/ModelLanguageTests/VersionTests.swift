import ModelLanguage
import ModelSchema
import XCTest

/// The diagnostics of comparing a model with its released versions.
final class VersionTests: XCTestCase {
  private func printed(_ current: String, since released: String) -> String {
    let new = SourceFile(path: "Models/Tasks.model", text: current)
    let old = SourceFile(path: "Models/Tasks.versions/1.model", text: released)
    let diagnostics = checkVersions(current: [new], released: [old])
    return DiagnosticPrinter(sources: [new, old]).text(diagnostics)
  }

  private let first = """
    /// A small to-do list.
    model Tasks @version(1)

    entity Item {
        var name: String @length(1...200)
    }

    """

  func testLostPropertyHasItsText() {
    let current = """
      model Tasks @version(2)

      entity TodoItem @renamed(from: Item) {
      \(String(repeating: "    // filler\n", count: 20))    var title: String = "" @length(1...200)
      }
      """
    XCTAssertEqual(
      printed(current, since: first),
      """
      Models/Tasks.versions/1.model:5:9: error: 'Item.name' of version 1 is gone; say whether it \
      was renamed or dropped [#LostProperty]
      5 |     var name: String @length(1...200)
        |         `- error: 'Item.name' of version 1 is gone; say whether it was renamed or \
      dropped [#LostProperty]
      Models/Tasks.model:24:9: note: 'TodoItem.title' is new and has the same type and the same rules
      fix: one of
        var title: String @renamed(from: name)       keep the values
        migration from 1 { drop Item.name "why" }    lose the values

      """)
  }

  func testNewRequiredPropertyHasItsText() {
    let current = """
      model Tasks @version(2)

      entity TodoItem @renamed(from: Item) {
          var name: String
      \(String(repeating: "    // filler\n", count: 18))    var owner: String
      }
      """
    XCTAssertEqual(
      printed(current, since: first),
      """
      Models/Tasks.model:23:9: error: 'TodoItem.owner' is new and required, so version 1 stores \
      have no value for it [#NoValueForOldRows]
      23 |     var owner: String
         |         `- error: 'TodoItem.owner' is new and required, so version 1 stores have no \
      value for it [#NoValueForOldRows]
      fix: one of
        var owner: String = ""                               a default for old and new rows
        var owner: String?                                   allow it to be missing
        migration from 1 { map Item -> TodoItem { owner = … } }  compute it from the old row

      """)
  }

  func testLostEntityHasItsText() {
    XCTAssertEqual(
      printed("model Tasks @version(2)\n", since: first),
      """
      Models/Tasks.versions/1.model:4:8: error: 'Item' of version 1 is gone; say whether it was \
      renamed or dropped [#LostProperty]
      4 | entity Item {
        |        `- error: 'Item' of version 1 is gone; say whether it was renamed or dropped \
      [#LostProperty]
      fix: write '@renamed(from: Item)' on its successor, or 'migration from 1 { drop Item "why" }'

      """)
  }

  func testEditedVersionHasItsText() throws {
    let file = SourceFile(path: "Models/Tasks.versions/1.model", text: first)
    let frozen = frozenText(of: file)
    XCTAssertTrue(frozen.contains("@frozen(\"\(contentHash(of: file))\")"))
    let edited = SourceFile(
      path: file.path, text: frozen.replacingOccurrences(of: "200", with: "100"))
    let hash = contentHash(of: edited)
    let head = try XCTUnwrap(frozen.split(separator: "\n").dropFirst().first)
    XCTAssertEqual(
      printed(first.replacingOccurrences(of: "(1)", with: "(2)"), since: edited.text),
      """
      Models/Tasks.versions/1.model:2:25: error: version 1 has been edited since it was frozen: \
      its hash is now \(hash) [#FrozenVersionEdited]
      2 | \(head)
        |                         `- error: version 1 has been edited since it was frozen: its hash \
      is now \(hash) [#FrozenVersionEdited]
      fix: 'git checkout Models/Tasks.versions/1.model', then make the change in \
      Models/Tasks.model as version 2

      """)
  }

  func testAPolicyOfANewEntityHasItsText() {
    let current = """
      model Tasks @version(2)

      entity Item {
          var name: String @length(1...200)
      }

      entity Tag {
          var name: String = ""
      }

      migration from 1 { policy Item
          policy Tag
      }
      """
    XCTAssertEqual(
      printed(current, since: first),
      """
      Models/Tasks.model:12:12: error: 'Tag' is new since version 1: a policy has no objects \
      [#Migration]
      12 |     policy Tag
         |            `- error: 'Tag' is new since version 1: a policy has no objects [#Migration]
      fix: write '@renamed(from: …)' on the entity, or leave the policy out

      """)
  }

  func testAPolicyMayBeOptionalAndNothingElse() {
    let text = { (attribute: String) in
      """
      model Tasks @version(2)

      entity Item {
          var name: String
      }

      migration from 1 {
          policy Item \(attribute)
      }

      """
    }
    XCTAssertEqual(printed(text("@optional"), since: first), "")
    let reading = { readModel([SourceFile(path: "Tasks.model", text: text($0))]) }
    XCTAssertEqual(
      reading("@optional").model?.migrations.first?.steps, [.optionalPolicy(entity: "Item")])
    for (attribute, words) in [
      ("@unique", "no attribute '@unique' of a policy; there is '@optional'"),
      ("@optional()", "'@optional' takes nothing in parentheses"),
    ] {
      XCTAssertEqual(
        reading(attribute).diagnostics.map { String($0.message.prefix(words.count)) }, [words])
    }
  }

  /// Expressions of mappings use objects of the older version, so mistakes in them are only
  /// found by a comparison.
  func testAnExpressionThatCannotBeCarriedOutIsReported() {
    let old = """
      model Tasks @version(1)

      entity Country {
          var name: String
          var cities: Set<City> @inverse(country)
      }

      entity City {
          var name: String
          var country: Country? @inverse(cities)
          var shops: Set<Shop> @inverse(city)
      }

      entity Shop {
          var name: String
          var city: City? @inverse(shops)
      }

      """
    let manager = "destinationInstancesForEntityMappingNamed:sourceInstances:"
    let new = { (value: String) in
      """
      model Tasks @version(2)

      entity Country {
          var name: String
          var cities: Set<City> @inverse(country)
          var shops: Set<Shop> @inverse(country)
      }

      entity City {
          var name: String
          var country: Country? @inverse(cities)
          var shops: Set<Shop> @inverse(city)
      }

      entity Shop {
          var name: String
          var city: City? @inverse(shops)
          var country: Country? @inverse(shops)
      }

      migration from 1 {
          mapping "CountryToCountry": Country -> Country {
              name = old.name
              cities = old.cities
              shops = function("\(manager)", $manager, "ShopToShop", \(value))
          }
          mapping "CityToCity": City -> City {
              name = old.name
          }
          mapping "ShopToShop": Shop -> Shop {
              name = old.name
              city = old.city
          }
      }

      """
    }
    XCTAssertEqual(
      printed(new(#"path("cities.@distinctUnionOfSets.shops", old)"#), since: old), "")
    XCTAssertEqual(printed(new(#"path("cities.shops", old)"#), since: old), "")
    for (value, words) in [
      (#"path("cities.@distinctUnion.shops", old)"#, "'@distinctUnion'"),
      (#"path("cities.@distinctUnionOfSets.shop", old)"#, "'shop'"),
      (#"path("towns.shops", old)"#, "'towns'"),
      (#"path("cities.name", old)"#, "$manager is asked about"),
    ] {
      let text = printed(new(value), since: old)
      XCTAssertTrue(text.contains("'shops' cannot be computed: "), "\(value): \(text)")
      XCTAssertTrue(text.contains(words), "\(value): \(text)")
    }
  }

  func testHashIgnoresSealAndForm() {
    let file = SourceFile(path: "a", text: first)
    let sealed = SourceFile(path: "a", text: frozenText(of: file))
    let loose = SourceFile(
      path: "a", text: sealed.text.replacingOccurrences(of: "    ", with: "\t"))
    XCTAssertEqual(contentHash(of: file), contentHash(of: sealed))
    XCTAssertEqual(contentHash(of: file), contentHash(of: loose))
    XCTAssertEqual(frozenText(of: sealed), sealed.text)
    XCTAssertEqual(printed(first, since: sealed.text), "")
  }

  func testSecondTasksVersionFollowsTheFirst() throws {
    let released = try fixture("TasksVersion1.model")
      .replacingOccurrences(of: " @frozen(\"9f2c41d0\")", with: "")
    XCTAssertEqual(printed(try fixture("Tasks.model"), since: released), "")
  }

  // MARK: Several versions

  /// The diagnostics of a history of versions, the last of which is the current version.
  private func problems(_ bodies: String...) -> [String] {
    let files = bodies.enumerated().map { index, body in
      SourceFile(path: "\(index + 1).model", text: "model R @version(\(index + 1))\n\(body)\n")
    }
    return checkVersions(current: [files[files.count - 1]], released: files.dropLast()).map {
      "\($0.path): \($0.message)"
    }
  }

  func testARenameIsKeptOverTwoReleases() {
    let renamed = "entity E {\n    var b: String? @renamed(from: a)\n}"
    XCTAssertEqual(problems("entity E {\n    var a: String?\n}", renamed, renamed), [])
    XCTAssertEqual(problems("entity E {\n    var a: String?\n}", renamed, renamed, renamed), [])
  }

  func testAChainOfRenamesLosesNothing() {
    XCTAssertEqual(
      problems(
        "entity E {\n    var a: String?\n}",
        "entity E {\n    var b: String? @renamed(from: a)\n}",
        "entity E {\n    var c: String? @renamed(from: b)\n}",
        "entity E {\n    var c: String?\n    var a: String?\n}"), [])
  }

  func testARenamedEntityKeepsItsRenamedProperties() {
    XCTAssertEqual(
      problems(
        "entity E {\n    var a: String\n}",
        "entity F @renamed(from: E) {\n    var b: String @renamed(from: a)\n}",
        "entity F @renamed(from: E) {\n    var b: String @renamed(from: a)\n}",
        "entity G @renamed(from: F) {\n    var c: String @renamed(from: b)\n}"), [])
  }

  func testANameThatIsUsedAgainIsNew() {
    XCTAssertEqual(
      problems(
        "entity E {\n    var a: String\n}",
        "entity E {\n    var b: String @renamed(from: a)\n    var a: String = \"\"\n}",
        "entity E {\n    var b: String\n    var a: String\n}"), [])
    XCTAssertEqual(
      problems(
        "entity E {\n    var a: String\n}", "entity E {\n    var b: String @renamed(from: a)\n}",
        "entity E {\n    var b: String\n    var a: String\n}"),
      [
        "3.model: 'E.a' is new and required, so version 1 stores have no value for it",
        "3.model: 'E.a' is new and required, so version 2 stores have no value for it",
      ])
  }

  func testWhatIsLostInALaterVersionIsLost() {
    XCTAssertEqual(
      problems(
        "entity E {\n    var a: String?\n}",
        "entity E {\n    var b: String? @renamed(from: a)\n    var a: String?\n}",
        "entity E {\n    var a: String?\n}"),
      [
        "1.model: 'E.a' of version 1 is gone; say whether it was renamed or dropped",
        "2.model: 'E.b' of version 2 is gone; say whether it was renamed or dropped",
      ])
    XCTAssertEqual(
      problems(
        "entity E {\n    var a: String?\n}",
        "entity E {\n    var b: String? @renamed(from: a)\n    var a: String?\n}",
        "entity E {\n    var a: String?\n}\nmigration from 2 { drop E.b \"why\" }"), [])
  }

  func testLostElementsOfCompositesAreReported() throws {
    let body = "entity Item {\n    var place: Place\n}\n"
    let old = SourceFile(
      path: "1.model",
      text: "model M @version(1)\ncomposite Place {\n    var city: String\n    var zip: Int64\n}\n"
        + body)
    func found(_ elements: String, _ ending: String = "") -> [Diagnostic] {
      let new = SourceFile(
        path: "M.model",
        text: "model M @version(2)\ncomposite Place {\n\(elements)}\n" + body + ending)
      return checkVersions(current: [new], released: [old])
    }
    let lost = found("    var city: String\n")
    XCTAssertEqual(
      lost.map(\.message),
      ["'Place.zip' of version 1 is gone; say whether it was renamed or dropped"])
    XCTAssertEqual([lost.first?.line, lost.first?.column], [4, 9])
    XCTAssertEqual(
      lost.first?.edits.first?.replacement,
      "\nmigration from 1 {\n    drop Place.zip \"no longer kept\"\n}\n")
    XCTAssertEqual(
      found("    var city: String\n", "migration from 1 {\n    drop Place.zip \"why\"\n}\n"), [])
    let renamed = found("    var city: String\n    var code: Int64 = 0\n")
    XCTAssertEqual(renamed.first?.choices.first?.first?.replacement, " @renamed(from: zip)")
    XCTAssertEqual(
      found("    var city: String\n    var code: Int64 = 0 @renamed(from: zip)\n"), [])
  }

  func testValuesWithoutCaseAreTold() throws {
    func model(_ version: Int, _ cases: String) throws -> ManagedObjectModel {
      let text =
        "model M @version(\(version))\nenum Kind: String {\n\(cases)}\n"
        + "entity Item {\n    var kind: Kind = .a\n}\n"
      return try XCTUnwrap(readModel([SourceFile(path: "M.model", text: text)]).model)
    }
    let old = try model(1, "    case a\n    case b\n")
    let rows: [(cases: String, gone: [String])] = [
      ("    case a\n", ["b"]), ("    case a = \"x\"\n    case b\n", ["a"]),
      ("    case a\n    case c = \"b\"\n", []),
    ]
    for (cases, gone) in rows {
      let new = try model(2, cases)
      let difference = ModelDifference(from: old, to: new)
      let changes = difference.entities.flatMap { $0.properties.flatMap(\.changes) }
      let values = gone.map { ConstantValue.string($0) }
      XCTAssertEqual(
        changes.filter { $0 != .defaultValue }, gone.isEmpty ? [] : [.valuesRemoved(values)], cases)
      let cell = try XCTUnwrap(ModelVersions(current: new, released: [old]).compatibilities.first)
      XCTAssertEqual(cell.kind, .same)
      XCTAssertEqual(
        cell.conditions.map(\.description),
        gone.map { "'Item.kind' must not be '\($0)', which no case stands for now" })
    }
  }

  func testElementsAreAPartOfTheDifference() throws {
    func model(_ elements: String) throws -> ManagedObjectModel {
      let text =
        "model M\ncomposite Place {\n\(elements)}\nentity Item {\n    var place: Place?\n}\n"
      return try XCTUnwrap(readModel([SourceFile(path: "M.model", text: text)]).model)
    }
    let rows: [(old: String, new: String, alteration: String)] = [
      (
        "    var city: String\n    var zip: Int64\n",
        "    var town: String @renamed(from: city)\n    var code: String = \"\"\n",
        "element code is new, element zip is gone; element town was called city"
      ),
      ("    var zip: Int64\n", "    var zip: String\n", "element zip is String, was Int64"),
      ("    var zip: Int64\n", "    var zip: Int64?\n", "element zip is optional now"),
    ]
    for row in rows {
      let difference = ModelDifference(from: try model(row.old), to: try model(row.new))
      XCTAssertEqual(difference.alterations, ["Item.place: " + row.alteration])
    }
  }

  func testWhatRulesRowsAndTheirIndexesIsAPartOfTheDifference() throws {
    func model(_ members: String) throws -> ManagedObjectModel {
      let text = "model M\nentity Item {\n\(members)}\n"
      return try XCTUnwrap(readModel([SourceFile(path: "M.model", text: text)]).model)
    }
    let name = "    var name: String\n"
    let rows: [(old: String, new: String, alteration: String)] = [
      (name, "    var name: String @tombstone\n", "Item.name: is kept after deletion now"),
      (name, name + "    fulltext words(name)\n", "entity Item: index words is new or changed"),
      (name + "    fulltext words(name)\n", name, "entity Item: index words is gone or changed"),
    ]
    for row in rows {
      let difference = ModelDifference(from: try model(row.old), to: try model(row.new))
      XCTAssertEqual(difference.alterations, [row.alteration])
    }
  }

  func testAMapStepOfAParentCountsForItsSubentities() throws {
    func model(_ version: Int, _ thing: String, _ rest: String = "") -> String {
      "model M @version(\(version))\nentity Thing {\n    var name: String\n\(thing)}\n"
        + "entity Box: Thing {\n    var size: Int64\n    unique code(code)\n}\n" + rest
    }
    let old = model(1, "    var code: String?\n")
    let step = "    map Thing -> Thing { code = old.name }\n"
    let new = model(2, "    var code: String\n", "migration from 1 {\n\(step)}\n")
    let files = [old, new].map { SourceFile(path: "M.model", text: $0) }
    let plain = SourceFile(
      path: "1.model",
      text: "model M @version(1)\nentity Thing {\n    var name: String\n}\n"
        + "entity Box: Thing {\n    var size: Int64\n}\n")
    XCTAssertEqual(checkVersions(current: [files[1]], released: [plain]).map(\.message), [])
    // The constraint exists in the older version, but the assigned values are new.
    let models = try files.map { try XCTUnwrap(readModel([$0]).model) }
    let cell = ModelVersions(current: models[1], released: [models[0]]).compatibilities.first
    XCTAssertEqual(
      cell?.conditions.contains(.unique(entity: "Box", keyPaths: ["code"])), true)
  }

  func testABlockSetsPropertiesAndElements() {
    func model(_ step: String) -> String {
      """
      model M @version(2)
      composite Place {
          var city: String?
      }
      composite Home {
          var place: Place?
          var zip: Int64?
      }
      entity Item {
          var home: Home?
          var box: Box? @inverse(items)
          var tags: Set<Tag> @inverse(items)
      }
      entity Tag {
          var items: Set<Item> @inverse(tags)
      }
      entity Box {
          var name: String?
          var items: Set<Item> @inverse(box)
      }
      migration from 1 {
          map Item -> Item { \(step) }
      }

      """
    }
    let rows: [(step: String, messages: [String])] = [
      ("home.zip = old.zip", []), ("home.place.city = old.city", []),
      (
        "home.place = old.place",
        ["'home.place' is a composite in a composite: set its elements"]
      ), ("home = old.place", ["'home' is a composite: set its elements"]), ("home = nil", []),
      ("box = find Box(name: old.name)", []),
      (
        "box = old.name == \"a\" ? nil : find Box(name: old.name)",
        ["'find' is a part of no other value: 'box = find …' alone"]
      ),
      (
        "box.name = old.name",
        ["'box.name' is of what 'box' leads to: a block sets properties of 'Item'"]
      ),
      ("tags = old.labels", []),
      (
        "tags = old.box.labels",
        [
          "'tags' leads to many objects: a block gives it one older relationship, as in "
            + "'tags = old.name'"
        ]
      ),
    ]
    for row in rows {
      let file = SourceFile(path: "M.model", text: model(row.step))
      XCTAssertEqual(readModel([file]).diagnostics.map(\.message), row.messages, row.step)
    }
  }

  func testAnInsertReadsTheDistinctValueAlone() {
    let rows: [(value: String, messages: [String])] = [
      ("old.kind", []),
      (
        "old.label ?? old.kind",
        ["objects out of values of 'Item.kind' know nothing of older objects but 'old.kind'"]
      ),
    ]
    for row in rows {
      let text =
        "model M @version(2)\nentity Kind {\n    var name: String\n}\nmigration from 1 {\n"
        + "    insert Kind from distinct Item.kind { name = \(row.value) }\n}\n"
      let reading = readModel([SourceFile(path: "M.model", text: text)])
      XCTAssertEqual(reading.diagnostics.map(\.message), row.messages, row.value)
    }
  }

  func testACaseBesideAnOldValueIsTheOlderVersions() throws {
    let old =
      "model M @version(1)\nenum Kind: Int16 {\n    case small = 4\n    case big = 7\n}\n"
      + "entity Box {\n    var kind: Kind\n}\n"
    let model = { (step: String) in
      "model M @version(2)\nenum Kind: String {\n    case big\n}\n"
        + "entity Box {\n    var label: String?\n}\n"
        + "migration from 1 {\n    \(step)\n    drop Box.kind \"why\"\n}\n"
    }
    let released = [SourceFile(path: "1.model", text: old)]
    let big = ObjectPredicate.comparison(
      .init(.keyPath(["kind"], of: .variable("old")), .equal, .constant(.integer(7))))
    let reading = { readModel([SourceFile(path: "M.model", text: model($0))], released: released) }
    let map = reading("map Box -> Box { label = old.kind == .big ? \"a\" : nil }")
    XCTAssertEqual(map.diagnostics.map(\.message), [])
    XCTAssertEqual(
      map.model?.migrations.first?.steps.first,
      .map(
        from: "Box", to: "Box",
        [
          .init(
            "label",
            .conditional(big, then: .constant(.string("a")), else: .constant(.null)))
        ]))
    let mapping = reading("mapping \"X\": Box -> Box where old.kind == .big {}")
    XCTAssertEqual(mapping.diagnostics.map(\.message), [])
    guard case .mapping(let entity)? = mapping.model?.migrations.first?.steps.first else {
      return XCTFail("no mapping")
    }
    XCTAssertEqual(entity.predicate, big)
    let list = reading("map Box -> Box { label = old.kind in [.big] ? \"a\" : nil }")
    XCTAssertEqual(list.diagnostics.map(\.message), [])
    XCTAssertEqual(
      reading("map Box -> Box { label = old.kind == .huge ? \"a\" : nil }").diagnostics
        .map(\.message), ["'Kind' has no case 'huge'"])
  }

  func testACaseOfWhatIsNotKnownIsAnError() throws {
    let text =
      "model M @version(2)\nentity Box {\n    var label: String?\n}\n"
      + "migration from 1 {\n    map Box -> Box { label = old.kind == .big ? \"a\" : nil }\n}\n"
    let reading = readModel([SourceFile(path: "M.model", text: text)])
    XCTAssertEqual(
      reading.diagnostics.map(\.message),
      [
        "'.big' is the case of an enum, and nothing here says of which; write the value that the "
          + "older version stores"
      ])
  }

  func testAVersionsOwnBlockKnowsTheVersionsBeforeIt() throws {
    let box = "entity Box {\n    var kind: Kind\n    var label: String?\n}\n"
    let kind = "enum Kind: Int16 {\n    case big = 7\n}\n"
    let block =
      "migration from 1 {\n    map Box -> Box { label = old.kind == .big ? \"a\" : nil }\n}\n"
    let texts = ["model M @version(1)\n", "model M @version(2)\n", "model M @version(3)\n"]
    let files = zip(texts, ["", block, ""]).enumerated().map { number, text in
      SourceFile(path: "\(number).model", text: text.0 + kind + box + text.1)
    }
    // The files can be in any order, because their names are sorted as texts, with "10"
    // before "2".
    let readings = VersionReadings(current: [files[2]], released: [files[1], files[0]])
    XCTAssertEqual(readings.released.flatMap(\.diagnostics).map(\.message), [])
    XCTAssertNotNil(readings.released[0].model?.migrations.first)
  }
}
