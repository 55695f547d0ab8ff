import Foundation
import ModelGenerator
import ModelLanguage
import ModelSchema
import XCTest

final class OverviewTests: XCTestCase {
  func testAModelIsShownAsTables() throws {
    let model = try read(
      """
      /// Things and their owners.
      model Shop @version(2)
      enum Size: Int16 {
          case small
          case large = 5
      }
      /// A thing.
      entity Thing {
          var name: String @length(1...40) @unique
          var size: Size = .large
          var owner: Owner? @inverse(things)
      }
      entity Owner {
          var things: Set<Thing> @inverse(owner) @onDelete(.cascade)
      }
      """)
    XCTAssertEqual(
      ModelTable.text(of: model),
      """
      model Shop, version 2: 2 entities

      Things and their owners.

      enum Size: Int16
        small  0
        large  5

      entity Thing  A thing.
        name   String  unique, length 1...40
        size   Size    default .large
        owner  Owner?  inverse things

      entity Owner
        things  Set<Thing>  inverse owner, on delete cascade

      """)
  }

  func testADiagramHasABoxForAnEntityAndAnArrowForAPair() throws {
    XCTAssertEqual(
      ModelDiagram(bankModel).mermaid,
      """
      classDiagram
        class FailedBankInfo {
          String name
          String city
          String state
          Int32? cert
          String? acquirer
        }
        class FailedBankDetails {
          Date? closeDate
          Date? updateDate
          Int32 zip
        }
        class Tag {
          String name
        }
        FailedBankInfo "0..1" --> "0..1" FailedBankDetails : details / info
        FailedBankDetails "*" --> "*" Tag : tags / bankdetails

      """)
    let dot = ModelDiagram(bankModel).dot
    XCTAssertTrue(
      dot.contains("\"FailedBankDetails\" -> \"Tag\" [arrowtail=veevee, arrowhead=veevee"))
  }

  func testADiagramSaysHowManyThereMayBe() throws {
    let model = try read(
      """
      model Shop
      entity Order {
          var customer: Customer @inverse(orders)
          var voucher: Voucher? @inverse(order)
          var next: Order? @noInverse
          var lines: [Line] @inverse(order) @onDelete(.cascade) @count(1...)
          var signers: Set<Customer> @inverse(signed) @count(2...4)
      }
      entity Line { var order: Order? @inverse(lines) }
      entity Customer {
          var orders: Set<Order> @inverse(customer) @onDelete(.cascade)
          var signed: Set<Order> @inverse(signers)
      }
      entity Voucher { var order: Order? @inverse(voucher) }
      """)
    let arrows = ModelDiagram(model).mermaid.split(separator: "\n").filter { $0.contains("-->") }
    XCTAssertEqual(
      arrows,
      [
        "  Order \"*\" --> \"1\" Customer : customer / orders",
        "  Order \"0..1\" --> \"0..1\" Voucher : voucher / order",
        "  Order --> \"0..1\" Order : next",
        "  Order \"0..1\" --> \"1..*\" Line : lines / order",
        "  Order \"*\" --> \"2..4\" Customer : signers / signed",
      ])
  }

  func testAPictureIsWellFormedAndKeepsBoxesApart() throws {
    let path = "Tests/Client/Tests/PluginTests/FailedBanks.model"
    let model = try read(String(contentsOf: repository.appending(path: path), encoding: .utf8))
    let svg = ModelDiagram(model).svg
    let boxes = frames(svg)
    XCTAssertEqual(boxes.count, model.entities.count)
    for (index, one) in boxes.enumerated() {
      for other in boxes.dropFirst(index + 1) { XCTAssertFalse(one.intersects(other)) }
    }
    for entity in model.entities { XCTAssertTrue(svg.contains(">\(entity.name)</text>")) }
    XCTAssertEqual(
      svg.components(separatedBy: "<text").count, svg.components(separatedBy: "</text>").count)
  }

  func testADifferenceNamesWhatCameAndWent() throws {
    let old = try read("model M\nentity A {\n    var x: String\n    var gone: Bool\n}\n")
    let new = try read(
      """
      model M
      entity B @renamed(from: A) {
          var y: String? @renamed(from: x)
          var z: Int32 = 1
          index byZ(z desc)
      }
      """)
    XCTAssertEqual(
      ModelDifference(from: old, to: new).outline,
      """
      ~ entity B, was entity A
          ~ y: String?, was x: String
          + z: Int32 (default 1)
          - gone: Bool
          + index byZ(z desc)

      """)
    XCTAssertEqual(ModelDifference(from: new, to: new).outline, "")
  }

  func testAnEntityThatABlockMapsIsNoOtherEntity() {
    let name = PropertyDescription.attribute("name", .string)
    let old = ManagedObjectModel(
      name: "Tasks", version: 1, entities: [EntityDescription(name: "Item", properties: [name])])
    var new = ManagedObjectModel(
      name: "Tasks", version: 2, entities: [EntityDescription(name: "Job", properties: [name])])
    new.migrations = [
      MigrationDescription(fromVersion: 1, steps: [.map(from: "Item", to: "Job", [])])
    ]
    XCTAssertTrue(
      ModelDifference(from: old, to: new).outline.contains("~ entity Job, was entity Item\n"))
    XCTAssertEqual(
      ModelDifference(from: old, to: new).text, "~ entity Job: was called Item\n")
  }

  private func read(_ text: String) throws -> ManagedObjectModel {
    let reading = readModel([SourceFile(path: "M.model", text: text + "\n")])
    return try XCTUnwrap(reading.model, "\(reading.diagnostics)")
  }

  /// The frames of all rectangles in an SVG.
  private func frames(_ svg: String) -> [CGRect] {
    svg.components(separatedBy: "<rect ").dropFirst().map { part in
      func number(_ name: String) -> Double {
        let value = part.components(separatedBy: "\(name)=\"").dropFirst().first ?? ""
        return Double(value.prefix { $0 != "\"" }) ?? .nan
      }
      return CGRect(
        x: number("x"), y: number("y"), width: number("width"), height: number("height"))
    }
  }
}
