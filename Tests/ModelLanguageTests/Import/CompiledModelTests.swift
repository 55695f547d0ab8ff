import Foundation
import ModelLanguage
import ModelSchema
import XCTest

/// Defaults and rules of compiled models that are archived Foundation objects.
final class CompiledModelTests: XCTestCase {
  /// The decompiled text of a model with a single attribute, `Item.value`.
  private func contents(
    _ type: Int64, of className: String = "NSAttributeDescription",
    indexes: [(name: String, property: String?, condition: String?)] = [],
    _ parts: (inout KeyedArchive) -> [String: KeyedArchive.Value]
  ) throws -> String {
    var archive = KeyedArchive()
    var attribute = parts(&archive)
    attribute["NSAttributeType"] = .integer(type)
    let value = archive.add([className, "NSPropertyDescription", "NSObject"], attribute)
    let properties = archive.addDictionary([("value", value)])
    let name = archive.add(.string("Item"))
    var members: [KeyedArchive.Value] = []
    for index in indexes {
      let property = index.property.map { archive.add(.string($0)) }
      let element = archive.add(
        ["NSFetchIndexElementDescription", "NSObject"],
        property.map { ["NSPropertyName": $0] } ?? [:])
      var parts = ["NSIndexName": archive.add(.string(index.name))]
      parts["NSIndexElements"] = archive.addArray([element])
      parts["NSPartialIndexPredicate"] = index.condition.map {
        archive.add([$0, "NSPredicate", "NSObject"], [:])
      }
      members.append(archive.add(["NSFetchIndexDescription", "NSObject"], parts))
    }
    let list = archive.addArray(members)
    let entity = archive.add(
      ["NSEntityDescription", "NSObject"],
      ["NSEntityName": name, "NSProperties": properties, "NSFetchIndexDescriptions": list])
    let entities = archive.addDictionary([("Item", entity)])
    let root = archive.add(["NSManagedObjectModel", "NSObject"], ["NSEntities": entities])
    return try XCTUnwrap(CompiledDataModel.contents(of: archive.bytes(root: root)))
  }

  /// Adds a Decimal as Foundation archives it, with digits that fit into two bytes.
  private func decimal(
    _ bytes: [UInt8], exponent: Int64, isNegative: Bool = false, order: Int64 = 1,
    in archive: inout KeyedArchive
  ) -> KeyedArchive.Value {
    archive.add(
      ["NSDecimalNumberPlaceholder", "NSDecimalNumber", "NSNumber", "NSValue", "NSObject"],
      [
        "NS.exponent": .integer(exponent), "NS.length": .integer(bytes == [0, 0] ? 0 : 1),
        "NS.negative": .boolean(isNegative), "NS.compact": .boolean(true),
        "NS.mantissa.bo": .integer(order),
        "NS.mantissa": .data(bytes + Array(repeating: 0, count: 14)),
      ])
  }

  func testDecimalsOfDefaults() throws {
    let cases: [(bytes: [UInt8], exponent: Int64, isNegative: Bool, order: Int64, text: String)] = [
      ([0xCF, 0x07], -2, false, 1, "19.99"), ([0x07, 0xCF], -2, true, 2, "-19.99"),
      ([0x03, 0x00], 2, false, 1, "300"), ([0, 0], 0, false, 1, "0"),
    ]
    for row in cases {
      let text = try contents(400) { archive in
        [
          "NSDefaultValue": decimal(
            row.bytes, exponent: row.exponent, isNegative: row.isNegative, order: row.order,
            in: &archive)
        ]
      }
      XCTAssertTrue(text.contains("defaultValueString=\"\(row.text)\""), text)
    }
  }

  func testUUIDsAndURLsOfDefaults() throws {
    let uuid = try XCTUnwrap(UUID(uuidString: "3F2504E0-4F89-41D3-9A0C-0305E82C3301"))
    let bytes = withUnsafeBytes(of: uuid.uuid) { Array($0) }
    let identifier = try contents(1100) { archive in
      [
        "NSDefaultValue": archive.add(["NSUUID", "NSObject"], ["NS.uuidbytes": .data(bytes)])
      ]
    }
    XCTAssertTrue(identifier.contains("defaultValueString=\"\(uuid.uuidString)\""), identifier)
    let page = try contents(1200) { archive in
      let text = archive.add(.string("https://example.org/a"))
      return [
        "NSDefaultValue": archive.add(
          ["NSURL", "NSObject"], ["NS.base": .null, "NS.relative": text])
      ]
    }
    XCTAssertTrue(page.contains("defaultValueString=\"https://example.org/a\""), page)
  }

  func testABoundThatIsADecimalIsRead() throws {
    let text = try contents(400) { archive in
      let bound = decimal([0xCF, 0x07], exponent: -2, in: &archive)
      let right = archive.add(
        ["NSConstantValueExpression", "NSExpression", "NSObject"], ["NSConstantValue": bound])
      let left = archive.add(["NSSelfExpression", "NSExpression", "NSObject"], [:])
      let sign = archive.add(
        ["NSComparisonPredicateOperator", "NSPredicateOperator", "NSObject"],
        ["NSOperatorType": .integer(3)])
      let rule = archive.add(
        ["NSComparisonPredicate", "NSPredicate", "NSObject"],
        [
          "NSLeftExpression": left, "NSRightExpression": right, "NSPredicateOperator": sign,
        ])
      return ["NSValidationPredicates": archive.addArray([rule])]
    }
    XCTAssertTrue(text.contains("minValueString=\"19.99\""), text)
  }

  private func messages(_ text: String) throws -> [String] {
    let files = DataModelFiles(path: "M.xcdatamodel", contents: ["contents": Array(text.utf8)])
    return try XCTUnwrap(readDataModel(files).current?.reading).diagnostics.map(\.message)
  }

  func testCompositesAreRead() throws {
    let text = try contents(2100, of: "NSCompositeAttributeDescription") { archive in
      let elements = [("zip", Int64(700)), ("id", 1100)].map { name, type in
        let name = archive.add(.string(name))
        return archive.add(
          ["NSAttributeDescription", "NSPropertyDescription", "NSObject"],
          [
            "NSPropertyName": name, "NSAttributeType": .integer(type),
            "NSIsOptional": .boolean(true),
          ])
      }
      return ["NSElements": archive.addArray(elements)]
    }
    let files = DataModelFiles(path: "M.xcdatamodel", contents: ["contents": Array(text.utf8)])
    let model = try XCTUnwrap(readDataModel(files).current?.reading.model)
    XCTAssertEqual(model.entities[0].attributes.map(\.type), [.composite("ItemValue")])
    XCTAssertEqual(model.composites.map(\.name), ["ItemValue"])
    XCTAssertEqual(model.composites[0].elements.map(\.name), ["zip", "id"])
    XCTAssertEqual(model.composites[0].elements.map(\.type), [.string, .uuid])
    XCTAssertEqual(model.composites[0].elements.map(\.isOptional), [true, true])
  }

  func testARuleThatCannotBeReadIsSaid() throws {
    let text = try contents(400) { archive in
      let rule = archive.add(["NSBlockPredicate", "NSPredicate", "NSObject"], [:])
      return ["NSValidationPredicates": archive.addArray([rule])]
    }
    let found = try messages(text)
    let message = "a rule of 'Item.value' cannot be read and is left out: NSBlockPredicate"
    XCTAssertTrue(found.contains(message), "\(found)")
  }

  func testADerivationThatCannotBeReadIsSaid() throws {
    let text = try contents(700, of: "NSDerivedAttributeDescription") { archive in
      let expression = archive.add(["NSBlockExpression", "NSExpression", "NSObject"], [:])
      return ["NSDerivationExpression": expression]
    }
    let found = try messages(text)
    let words = "the derivation of 'Item.value' cannot be read"
    XCTAssertTrue(found.contains { $0.hasPrefix(words) }, "\(found)")
  }

  func testIndexesThatCannotBeReadAreSaid() throws {
    let indexes: [(name: String, property: String?, condition: String?)] = [
      ("first", nil, nil), ("second", "value", "NSBlockPredicate"),
    ]
    let found = try messages(try contents(700, indexes: indexes) { _ in [:] })
    XCTAssertEqual(found.count { $0.contains("is left out") }, 2, "\(found)")
    XCTAssertTrue(found.contains { $0.hasPrefix("index 'first' of 'Item'") }, "\(found)")
  }
}
