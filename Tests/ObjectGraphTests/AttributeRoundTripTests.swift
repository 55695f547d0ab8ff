import Foundation
import ModelRuntime
import TestSupport
import XCTest

/// Attributes of every type, saved and read by another context.
final class AttributeRoundTripTests: XCTestCase {
  private var folder: TemporaryFolder!
  private var container: PersistentContainer!
  private var context: ManagedObjectContext!

  override func setUpWithError() throws {
    folder = try TemporaryFolder()
    container = try PersistentContainer(.samples, configuration: StoreConfiguration(url: url))
    context = try container.makeContext()
  }

  override func tearDown() {
    context = nil
    container = nil
    folder = nil
  }

  private var url: URL { folder.file("Samples.sqlite") }

  private struct Row {
    let name: String
    /// Values at the limits of the type.
    let values: [any Sendable & Hashable]
    /// The value of a new object, or nil if it has none.
    var start: (any Sendable & Hashable)?
  }

  private static let day = Date(timeIntervalSinceReferenceDate: -1234.5)

  private let rows: [Row] = [
    Row(name: "flag", values: [false, true], start: true),
    Row(name: "int16", values: [Int16.min, Int16.max, Int16(0)], start: Int16(-3)),
    Row(name: "int32", values: [Int32.min, Int32.max], start: Int32(70000)),
    Row(name: "int64", values: [Int64.min, Int64.max], start: Int64(5_000_000_000)),
    Row(
      name: "float", values: [Float.leastNonzeroMagnitude, -Float.greatestFiniteMagnitude],
      start: Float(1.5)),
    Row(
      name: "double",
      values: [Double.leastNonzeroMagnitude, Double.greatestFiniteMagnitude, -Double.infinity],
      start: 0.1),
    Row(
      name: "decimal", values: [Decimal(0), Decimal(string: "-0.123456789012345") ?? 0],
      start: Decimal(12.5)),
    Row(
      name: "exact",
      values: [Decimal(string: "-98765432109876543210.0123456789") ?? 0, Decimal(7)],
      start: Decimal(0.5)),
    Row(name: "text", values: ["", "a'b\"c\\", "e\u{301}\u{0}x", "日本語 👩‍👩‍👧"], start: "text"),
    Row(name: "date", values: [day, Date.distantPast, Date.distantFuture]),
    Row(name: "uuid", values: [UUID.zero, UUID()]),
    Row(name: "mood", values: [Mood.calm], start: Mood.loud),
    Row(name: "rank", values: [Grade2.low], start: Grade2.high),
    Row(name: "words", values: [[String](), ["x\"y", ""]], start: ["a", "b"]),
    Row(name: "numbers", values: [[Int32.min, 0]], start: [Int32(1), 2]),
    Row(name: "flagOrNone", values: [false, true]),
    Row(name: "int16OrNone", values: [Int16.min]),
    Row(name: "int32OrNone", values: [Int32.max]),
    Row(name: "int64OrNone", values: [Int64.min]),
    Row(name: "floatOrNone", values: [Float(0)]),
    Row(name: "doubleOrNone", values: [-0.5]),
    Row(name: "decimalOrNone", values: [Decimal(1)]),
    Row(name: "exactOrNone", values: [Decimal(string: "1e-30") ?? 0]),
    Row(name: "textOrNone", values: ["", "x"]),
    Row(name: "dateOrNone", values: [day]),
    Row(name: "dataOrNone", values: [Data(), Data([0, 255])]),
    Row(name: "uuidOrNone", values: [UUID()]),
    Row(name: "urlOrNone", values: [URL(string: "https://a.b/c?d=e%20f#g") ?? .blank]),
    Row(
      name: "documentOrNone",
      values: [JSONValue.null, .object(["a": .array([.number(1), .boolean(false)])])]),
    Row(name: "moodOrNone", values: [Mood.loud]),
    Row(name: "rankOrNone", values: [Grade2.low]),
    Row(name: "wordsOrNone", values: [["a"]]),
    Row(name: "spotOrNone", values: [Spot(x: 1, label: nil), Spot(x: 0, label: "here")]),
    Row(name: "settingsOrNone", values: [SampleSettings(theme: "dark", sizes: [])]),
    Row(name: "secretOrNone", values: [SampleSecret(text: "quiet"), SampleSecret(text: "")]),
  ]

  private func isSame(_ one: Any?, _ other: (any Sendable & Hashable)?) -> Bool {
    guard let other else { return one == nil }
    return (one as? AnyHashable ?? (one as? any Hashable).map { AnyHashable($0) })
      == AnyHashable(other)
  }

  private func reread() throws -> Sample {
    let fresh = try container.makeContext()
    contexts.append(fresh)
    return try XCTUnwrap(try fresh.first(Sample.all))
  }

  private var contexts: [ManagedObjectContext] = []

  func testTheTableHasEveryAttribute() {
    let names = EntityDescription.sample.properties.map(\.name)
    XCTAssertEqual(rows.map(\.name).sorted(), names.sorted())
  }

  func testNewObjectsStartWithTheirDefaults() throws {
    let before = Date()
    let made = Sample(in: context)
    try context.save()
    let read = try reread()
    for row in rows where !["date", "uuid"].contains(row.name) {
      for object in [made, read] {
        let value = try object.value(forKey: row.name)
        XCTAssertTrue(isSame(value, row.start), "\(row.name) starts with \(value ?? "nil")")
      }
    }
    XCTAssertGreaterThanOrEqual(read.date.timeIntervalSince(before), -0.001)
    XCTAssertNotEqual(Sample(in: context).uuid, made.uuid)
  }

  func testEveryValueComesBackAsItWas() throws {
    let sample = Sample(in: context)
    for row in rows {
      for value in row.values {
        try sample.setValue(value, forKey: row.name)
        try context.save()
        let read = try reread()
        XCTAssertFalse(read.isInaccessible, row.name)
        let found = try read.value(forKey: row.name)
        XCTAssertTrue(isSame(found, value), "\(row.name): \(value) came back as \(found ?? "nil")")
        contexts = []
      }
      guard row.name.hasSuffix("OrNone") else { continue }
      try sample.setValue(nil, forKey: row.name)
      try context.save()
      XCTAssertNil(try reread().value(forKey: row.name), row.name)
      contexts = []
    }
  }

  func testValuesOfAnotherTypeAreRefused() throws {
    let sample = Sample(in: context)
    let wrong: [(String, Any?)] = [
      ("flag", "x"), ("int16", 40_000), ("int32", "1"), ("int64", 0.5), ("float", "1"),
      ("decimal", "1"), ("text", 1), ("date", 1), ("uuid", "x"), ("mood", "angry"),
      ("rank", 7), ("words", ["a": 1]), ("urlOrNone", 1), ("dataOrNone", "x"),
      ("spotOrNone", 1), ("settingsOrNone", "x"), ("secretOrNone", Data()), ("text", nil),
    ]
    for (name, value) in wrong {
      XCTAssertThrowsError(try sample.setValue(value, forKey: name), name) { error in
        XCTAssertEqual((error as? StoreError)?.reason, .wrongType, name)
        XCTAssertEqual((error as? StoreError)?.propertyNames, [name], name)
      }
    }
  }

  func testBytesThatNoValueIsOfMakeTheObjectInaccessible() throws {
    Sample(in: context).secretOrNone = SampleSecret(text: "quiet")
    try context.save()
    XCTAssertEqual(
      try TestSupport.rows("SELECT hex(ZSECRETORNONE) FROM ZSAMPLE", in: url), ["7465697571"])
    try execute("UPDATE ZSAMPLE SET ZSECRETORNONE = x'FF'", in: url)
    let read = try reread()
    XCTAssertTrue(read.isInaccessible)
    XCTAssertNil(read.secretOrNone)
  }

  func testEqualCodableValuesAreNoChange() throws {
    let sample = Sample(in: context)
    sample.settingsOrNone = SampleSettings(theme: "dark", sizes: [3])
    try context.save()
    sample.settingsOrNone = SampleSettings(theme: "dark", sizes: [3])
    XCTAssertFalse(sample.hasPersistentChangedValues)
    sample.settingsOrNone?.sizes.append(4)
    XCTAssertTrue(sample.hasPersistentChangedValues)
    try context.save()
    XCTAssertEqual(try reread().settingsOrNone?.sizes, [3, 4])
    XCTAssertEqual(
      try TestSupport.rows("SELECT ZSETTINGSORNONE FROM ZSAMPLE", in: url),
      [#"{"sizes":[3,4],"theme":"dark"}"#])
  }

  func testEqualSetsAreNoChange() throws {
    let marks = (0..<50).map { "mark \($0)" }
    let sample = Sample(in: context)
    sample.settingsOrNone = SampleSettings(marks: Set(marks))
    try context.save()
    // The same set in another order is encoded in another order too.
    sample.settingsOrNone = SampleSettings(marks: Set(marks.reversed()))
    XCTAssertFalse(sample.hasPersistentChangedValues)
    sample.settingsOrNone = SampleSettings(marks: ["e\u{301}"])
    try context.save()
    sample.settingsOrNone = SampleSettings(marks: ["\u{E9}"])
    XCTAssertTrue(sample.hasPersistentChangedValues)
  }

  func testSQLReadsExactDecimalsBehindAnyAlias() throws {
    let sample = Sample(in: context)
    sample.exact = try XCTUnwrap(Decimal(string: "12345678901234567890.5"))
    try context.save()
    let statements: [SQLText] = [
      "SELECT \(column: \Sample.exact) AS v FROM \(table: Sample.self)",
      "SELECT s1_.\(column: \Sample.exact) AS v FROM \(table: Sample.self) AS s1_",
      "SELECT \"a \"\"b.\".\(column: \Sample.exact) AS v FROM \(table: Sample.self) AS \"a \"\"b.\"",
    ]
    for sql in statements {
      let rows = try context.rows(sql: sql)
      XCTAssertEqual(try rows.map { try $0["v", as: Decimal.self] }, [sample.exact], "\(sql)")
    }
  }

  func testBlankValues() {
    XCTAssertEqual(UUID.zero.uuidString, "00000000-0000-0000-0000-000000000000")
    XCTAssertEqual(URL.blank.absoluteString, "about:blank")
  }

  func testWhatIsNoNumberIsRefusedWhereverItStands() throws {
    let spoiling: [(Sample) -> Void] = [
      { $0.date = Date(timeIntervalSinceReferenceDate: .nan) },
      { $0.spotOrNone = Spot(x: .nan, label: "a") },
    ]
    for spoil in spoiling {
      let sample = Sample(in: context)
      spoil(sample)
      XCTAssertThrowsError(try context.save()) { XCTAssertTrue($0 is ValidationError, "\($0)") }
      context.rollback()
    }
    let other = try container.makeContext()
    XCTAssertFalse(try other.fetch(Sample.all).contains(where: \.isInaccessible))
  }
}
