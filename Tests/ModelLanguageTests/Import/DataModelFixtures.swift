import Foundation
import ModelLanguage
import ModelSchema
import XCTest

/// The data models in `Fixtures/DataModels`.
enum DataModelFixtures {
  /// The folder of the data models in the repository, because a built bundle may omit
  /// hidden files.
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Fixtures/DataModels")

  /// The names of the data models with their extensions, sorted.
  static var names: [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (names ?? []).filter(DataModelFiles.isDataModel).sorted()
  }

  /// The files of the data model with a name.
  static func files(_ name: String) throws -> DataModelFiles {
    let root = folder.appendingPathComponent(name)
    var contents: [String: [UInt8]] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: root.path) {
      let url = root.appendingPathComponent(path)
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
      if !isFolder.boolValue { contents[path] = Array(try Data(contentsOf: url)) }
    }
    return DataModelFiles(path: name, contents: contents)
  }

  /// A data model with a single version, from the text of its entities.
  static func files(entities: String) -> DataModelFiles {
    DataModelFiles(
      path: "Test.xcdatamodel",
      contents: ["contents": Array("<model>\n\(entities)\n</model>".utf8)])
  }
}

/// The printed diagnostics of a data model.
func printed(_ reading: DataModelReading) -> String {
  let printer = DiagnosticPrinter(sources: reading.versions.map(\.source))
  let diagnostics = reading.diagnostics + reading.versions.flatMap(\.reading.diagnostics)
  return printer.text(diagnostics)
}

/// The diagnostics of a data model with some entities, one line each.
func warnings(_ entities: String) -> [String] {
  let reading = readDataModel(DataModelFixtures.files(entities: entities))
  return (reading.diagnostics + reading.versions.flatMap(\.reading.diagnostics))
    .map { "\($0.line):\($0.column): \($0.severity.rawValue): \($0.message) [#\($0.name)]" }
}

/// The model that is imported from a data model with some entities.
func imported(
  _ entities: String, file: StaticString = #filePath, line: UInt = #line
) throws -> ManagedObjectModel {
  let reading = readDataModel(DataModelFixtures.files(entities: entities))
  return try XCTUnwrap(
    reading.current?.reading.model, printed(reading), file: file, line: line)
}

extension XMLElementNode {
  /// The element in a fixed order, without differences that have no meaning, such as the
  /// spelling of numbers or a list that is split into several elements.
  var ordered: XMLElementNode {
    let lists = ["uniquenessConstraints", "compoundIndexes", "elements", "userInfo"]
    var inner = children.filter { !lists.contains($0.name) }
    for list in lists {
      let parts = children(list)
      let content = parts.flatMap(\.children).map { Content.element($0) }
      // Empty user info is not exported.
      guard !parts.isEmpty, !(list == "userInfo" && content.isEmpty) else { continue }
      inner.append(XMLElementNode(list, content: content))
    }
    return XMLElementNode(
      name,
      attributes: attributes.map {
        Attribute($0.name, Double($0.value).map { "\($0)" } ?? $0.value)
      }
      .sorted { $0.name < $1.name },
      content: inner.map(\.ordered).sorted { XMLWriter.line($0) < XMLWriter.line($1) }
        .map { .element($0) })
  }
}
