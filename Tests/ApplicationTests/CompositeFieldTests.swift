import ModelRuntime
import ModelScreens
import XCTest

/// Form fields for the elements of composite attributes.
final class CompositeFieldTests: XCTestCase {
  func testCasesOfElementsAreChosen() throws {
    let fields: [FormField] = [
      .element("outside.shade", of: \Door.outside, \Paint.shade.asChoice),
      .element("outside.trim", of: \Door.outside, \Paint.trim.asChoice),
      .element("inside.shade", of: \Door.inside, \Paint.shade.asChoice),
      .element("inside.trim", of: \Door.inside, \Paint.trim.asChoice),
    ]
    let context = try PersistentContainer(.doors, configuration: .inMemory).makeContext()
    let door = Door(in: context, outside: Paint())
    try fields[3].write?(door, "")
    XCTAssertNil(door.inside)
    for field in fields {
      try field.write?(door, "dark")
      XCTAssertEqual(field.text(door), "dark", field.name)
    }
    for field in fields.filter({ $0.name.hasSuffix("trim") }) {
      try field.write?(door, "")
      XCTAssertEqual(field.text(door), "", field.name)
    }
    XCTAssertEqual([door.outside.shade, door.inside?.shade], [.dark, .dark])
  }
}
