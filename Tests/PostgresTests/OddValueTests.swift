#if PostgreSQL
  import Foundation
  @testable import ModelPostgres
  import ModelRuntime
  import ModelSchema
  import StoreSupport
  import XCTest

  /// Values that other programs write into columns, but that the runtime's types cannot
  /// represent.
  final class OddValueTests: PostgresTestCase {
    private static let odd = [
      ("day", "'infinity'"), ("day", "'-infinity'"), ("total", "repeat('9', 60)::numeric"),
      ("total", "-repeat('9', 45)::numeric"), ("total", "('0.' || repeat('7', 50))::numeric"),
      ("rough", "repeat('9', 60)::numeric"),
    ]

    private func fill() throws {
      let context = try open().makeContext()
      _ = Order(in: context, number: 1)
      try context.save()
    }

    /// Writes an object as another program would.
    private func write(_ model: CompiledModel, _ name: String, _ values: [String: Any]) throws {
      let context = try open(model).makeContext()
      _ = try context.insert(entityName: name, values)
      try context.save()
    }

    func testTheyReadAsDamaged() throws {
      for (name, value) in Self.odd {
        try super.setUpWithError()
        try fill()
        try sql("UPDATE \"order\" SET \(name) = \(value)")
        let context = try open().makeContext()
        let order = try XCTUnwrap(context.first(Order.all), name)
        XCTAssertNil(order.rough, value)
        if name == "total" { XCTAssertEqual(order.total, 0, value) }
        order.number = 2
        do {
          try context.save()
          XCTFail("\(name) = \(value) was saved")
        } catch {
          XCTAssertTrue(
            "\(error)".contains("'Order.\(name)' has a value of another type"), "\(value): \(error)"
          )
        }
      }
    }

    /// A number with many digits is not damaged if a decimal can represent it.
    func testLongNumbersThatADecimalHoldsAreRead() throws {
      try fill()
      for value in [
        "1" + String(repeating: "0", count: 60), "0." + String(repeating: "0", count: 60) + "1",
      ] {
        try sql("UPDATE \"order\" SET total = \(value)")
        let order = try XCTUnwrap(open().makeContext().first(Order.all))
        XCTAssertEqual(order.total, Decimal(string: value))
      }
    }

    /// A migration does not replace such a value by another.
    func testTheyAreInTheWayOfAMigration() throws {
      func model(_ version: Int, _ type: AttributeType) -> CompiledModel {
        CompiledModel(
          ManagedObjectModel(
            name: "Zoo", version: version,
            entities: [
              EntityDescription(
                name: "Cat",
                properties: [
                  .attribute("size", type), .attribute("born", .date, isOptional: true),
                  .attribute("worth", .decimal, isOptional: true),
                ])
            ]))
      }
      try write(model(1, .int32), "Cat", ["size": 1])
      var options = MigrationOptions()
      options.convertsTypes = true
      for (name, value) in [("born", "'infinity'"), ("worth", "repeat('9', 60)::numeric")] {
        try sql("UPDATE cat SET \(name) = \(value)")
        do {
          _ = try PersistentContainer(
            model(2, .string), incrementalStore: TestStores.postgresStore(schema: schema),
            migration: options)
          XCTFail("\(name): it was migrated")
        } catch let error as StoreError {
          XCTAssertEqual(error.reason, .wrongType, "\(error)")
          XCTAssertTrue(error.message.contains("'\(name)'"), "\(error)")
        }
        try sql("UPDATE cat SET \(name) = NULL")
      }
    }

    /// The row has the rounded date, while the new object still has the original date.
    func testADateThatIsTakenIsFound() throws {
      let event = EntityDescription(
        name: "Event",
        properties: [.attribute("at", .date), .attribute("note", .string, isOptional: true)],
        uniquenessConstraints: [UniquenessConstraint(name: "at", keyPaths: ["at"])])
      let model = CompiledModel(ManagedObjectModel(name: "Log", version: 1, entities: [event]))
      let date = Date(timeIntervalSinceReferenceDate: 700_000_000.123_456_7)
      try write(model, "Event", ["at": date])
      let context = try open(model).makeContext()
      _ = try context.insert(entityName: "Event", ["at": date, "note": "again"])
      XCTAssertEqual(reason { try context.save() }, .notUnique)
      try context.save(mergePolicy: .objectWins)
      XCTAssertEqual(try sql("SELECT note FROM event"), ["again"])
    }

    // MARK: Rows

    func testTheSumOfMissingDecimalsIsADecimal() throws {
      let context = try open().makeContext()
      _ = Order(in: context, number: 1)
      try context.save()
      func sum(_ expression: ObjectExpression) -> FetchTemplate.Selection {
        FetchTemplate.Selection(.function("sum:", [expression]), name: "\(expression)")
      }
      let (rough, number) = (
        ObjectExpression.keyPath(["rough"], of: .evaluatedObject),
        ObjectExpression.keyPath(["number"], of: .evaluatedObject)
      )
      let request = RowRequest(
        Order.all,
        columns: [
          sum(rough), sum(.function("multiply:by:", [rough, number])), sum(number),
        ])
      let expected: [ConstantValue] = [.decimal(0), .decimal(0), .integer(1)]
      XCTAssertEqual(try context.rows(request).map(\.values), [expected])
      // The result is the same if it is computed from objects, and with a file.
      _ = Article(in: context, title: "unsaved")
      XCTAssertEqual(try context.rows(request).map(\.values), [expected])
      let file = try PersistentContainer(.trade, configuration: .inMemory).makeContext()
      _ = Order(in: file, number: 1)
      XCTAssertEqual(try file.rows(request).map(\.values), [expected])
      try file.save()
      XCTAssertEqual(try file.rows(request).map(\.values), [expected])
    }

    func testNegativeZeroInDocuments() throws {
      let model = CompiledModel(
        ManagedObjectModel(
          name: "Zoo", version: 1,
          entities: [EntityDescription(name: "Cat", properties: [.attribute("data", .json)])]))
      let context = try open(model).makeContext()
      let value = JSONValue.array([
        .number(-0.0), .string("-0.0"), .object(["-0": .number(-0.5)]), .number(-0.0),
      ])
      let cat = try context.insert(entityName: "Cat", ["data": value])
      try context.save()
      let other = try open(model).makeContext()
      let stored = try XCTUnwrap(other.fetch(entityName: "Cat").first)
      XCTAssertEqual(
        "\(try XCTUnwrap(stored.value(forKey: "data")))",
        "\(try XCTUnwrap(cat.value(forKey: "data")))")
    }
  }
#endif
