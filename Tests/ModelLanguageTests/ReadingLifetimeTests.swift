import ModelSchema
import XCTest

@testable import ModelLanguage

/// An editor reads a model at every keystroke, so no object of a reading may stay in
/// memory.
final class ReadingLifetimeTests: XCTestCase {
  private final class Weak {
    weak var object: AnyObject?

    init(_ object: AnyObject) { self.object = object }
  }

  private static let text = """
    model Pets
    entity Animal {
        var name: String
        var parent: Animal? @inverse(children)
        var children: Set<Animal> @inverse(parent)
    }
    entity Dog: Animal {
        var owner: Owner? @inverse(dogs)
        var friends: Set<Dog> @inverse(friends)
    }
    entity Owner {
        var dogs: [Dog] @inverse(owner)
        fetched var named: [Dog] {
            where name == "Rex"
        }
        fetch old() -> [Owner] {
            where dogs.count > 3
        }
    }
    """

  func testSymbolsGoWithTheirText() {
    let symbols = self.symbols()
    XCTAssertEqual(symbols.count, 10)
    XCTAssertEqual(symbols.count { $0.object != nil }, 0)
  }

  private func symbols() -> [Weak] {
    let text = CheckedText([SourceFile(path: "Pets.model", text: Self.text)])
    XCTAssertFalse(text.reading.hasErrors, "\(text.reading.diagnostics)")
    let entities = text.table.entityList
    return entities.map(Weak.init) + entities.flatMap(\.properties).map(Weak.init)
  }

  func testEntitiesGoWithTheirDataModel() throws {
    let entities = try self.imported()
    XCTAssertEqual(entities.count, 5)
    XCTAssertEqual(entities.count { $0.object != nil }, 0)
  }

  private func imported() throws -> [Weak] {
    let root = try XMLReader.read(
      Array(
        """
        <model type="com.apple.IDECoreDataModeler.DataModel" userDefinedModelVersionIdentifier="">
          <entity name="Owner">
            <relationship name="pets" toMany="YES" deletionRule="Nullify" destinationEntity="Pet" \
        inverseName="owner" inverseEntity="Pet" optional="YES"/>
          </entity>
          <entity name="Pet">
            <attribute name="name" optional="YES" attributeType="String"/>
            <relationship name="owner" maxCount="1" deletionRule="Nullify" \
        destinationEntity="Owner" inverseName="pets" inverseEntity="Owner" optional="YES"/>
          </entity>
        </model>
        """.utf8))
    let source = SourceText(SourceFile(path: "contents", text: ""))
    let importer = DataModelImporter(root, diagnostics: ImportDiagnostics(source))
    let model = importer.model(named: "Pets", version: "Pets", number: nil)
    XCTAssertEqual(model.entities.map(\.name), ["Owner", "Pet"])
    return importer.entities.map(Weak.init)
      + importer.entities.flatMap(\.properties).map(Weak.init)
  }
}
