import Foundation
import ModelLanguage
import ModelSchema
import XCTest

/// Defaults and rules of compiled models that are objects of Foundation's.
final class CompiledModelTests: XCTestCase {
  /// The text of a compiled model with one attribute, `Item.value`.
  private func contents(
    _ type: Int64, _ parts: (inout KeyedArchive) -> [String: KeyedArchive.Value]
  ) throws -> String {
    var archive = KeyedArchive()
    var attribute = parts(&archive)
    attribute["NSAttributeType"] = .integer(type)
    let value = archive.add(
      ["NSAttributeDescription", "NSPropertyDescription", "NSObject"], attribute)
    let properties = archive.addDictionary([("value", value)])
    let name = archive.add(.string("Item"))
    let entity = archive.add(
      ["NSEntityDescription", "NSObject"], ["NSEntityName": name, "NSProperties": properties])
    let entities = archive.addDictionary([("Item", entity)])
    let root = archive.add(["NSManagedObjectModel", "NSObject"], ["NSEntities": entities])
    return try XCTUnwrap(CompiledDataModel.contents(of: archive.bytes(root: root)))
  }

  /// A Decimal as Foundation archives it, of digits that two bytes hold.
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

  func testARuleThatCannotBeReadIsSaid() throws {
    let text = try contents(400) { archive in
      let rule = archive.add(["NSBlockPredicate", "NSPredicate", "NSObject"], [:])
      return ["NSValidationPredicates": archive.addArray([rule])]
    }
    let files = DataModelFiles(path: "M.xcdatamodel", contents: ["contents": Array(text.utf8)])
    let reading = try XCTUnwrap(readDataModel(files).current?.reading)
    let message = "a rule of 'Item.value' cannot be read and is left out: NSBlockPredicate"
    XCTAssertTrue(reading.diagnostics.contains { $0.message == message }, "\(reading.diagnostics)")
  }
}
