import Foundation
import TestSupport
import XCTest

/// A client package that depends on ours by path. Its build tool plugin generates the code
/// of its model when it is built. This is slow, so it only runs in `make check`.
final class ClientPackageTests: XCTestCase {
  private var folder = URL(filePath: "/")

  override func setUpWithError() throws {
    guard TestRun.isLong else {
      throw XCTSkip("set MODEL_LONG_CHECKS to build a client package")
    }
    folder = FileManager.default.temporaryDirectory.appending(
      path: "cli\u{EB}nt '\(UUID().uuidString)'")
    try write(manifest, "Package.swift")
    try write(model, "Models/Shop.model")
    try write(#"{"access": "public"}"#, "Models/modelgen.json")
    try write(
      "model Lost\n\nentity Thing {\n    var name: String\n}\n", "Sources/LostModel/Lost.model")
    try write("// The plugin adds the classes.\n", "Sources/ShopModel/ShopModel.swift")
    try write(program, "Sources/shop/main.swift")
    try write(notes, "Sources/notes/Notes.model")
    try write("// The plugin adds the classes.\n", "Sources/notes/Notes.swift")
    try write(dataModel, "Models/Stock.xcdatamodeld/Stock.xcdatamodel/contents")
    try write("// The plugin adds the classes.\n", "Sources/StockModel/StockModel.swift")
  }

  override func tearDownWithError() throws {
    try? FileManager.default.removeItem(at: folder)
  }

  func testAClientBuildsWithThePluginAlone() throws {
    let first = try swift("run", "shop")
    XCTAssertEqual(first.status, 0, first.text)
    XCTAssertTrue(first.text.contains("Tea, Coffee are two"), first.text)
    XCTAssertTrue(
      first.text.contains(
        "warning: 'Sources/LostModel' holds a model and no Swift file, and such a target is left out"
      ), first.text)
    // The package manager links its tools twice, so they run again in the second build, and
    // in no later build.
    _ = try swift("build")
    let resting = try swift("build")
    XCTAssertFalse(resting.text.contains("Generating"), resting.text)

    // A touched but unchanged model is read again, but nothing is compiled.
    try write(model, "Models/Shop.model")
    let second = try swift("build")
    XCTAssertEqual(second.status, 0, second.text)
    XCTAssertFalse(second.text.contains("Compiling ShopModel"), second.text)

    // The same holds for a data model of Xcode.
    try write(dataModel, "Models/Stock.xcdatamodeld/Stock.xcdatamodel/contents")
    let untouched = try swift("build")
    XCTAssertEqual(untouched.status, 0, untouched.text)
    XCTAssertFalse(untouched.text.contains("Compiling StockModel"), untouched.text)

    // The user's own file may have the same name as the model.
    try write("/// A file of the user's own.\n", "Sources/ShopModel/Shop.swift")
    let own = try swift("build")
    XCTAssertEqual(own.status, 0, own.text)

    // The tool of the plugin can be used as a command too.
    let command = try swift("package", "modelgen", "validate", "Models/Shop.model")
    XCTAssertEqual(command.status, 0, command.text)
    XCTAssertTrue(command.text.hasSuffix("valid Models/Shop.model\n"), command.text)

    try checkFilesThatComeAndGo()
    try checkAModelInItsTarget()

    // A mistake in the model fails the build with the line in the model.
    try write(model.replacing("price: Double", with: "price: Duble"), "Models/Shop.model")
    let third = try swift("build")
    XCTAssertNotEqual(third.status, 0)
    XCTAssertTrue(
      third.text.contains("Shop.model:5:16: error: unknown type 'Duble'"), third.text)
  }

  /// Added and removed files outside of the target's folder are noticed.
  private func checkFilesThatComeAndGo() throws {
    let settings = folder.appending(path: "Models/modelgen.json")
    try FileManager.default.removeItem(at: settings)
    let without = try swift("build")
    XCTAssertNotEqual(without.status, 0, "the program uses public classes")
    XCTAssertFalse(without.text.contains("missing inputs"), without.text)
    try write(#"{"access": "public"}"#, "Models/modelgen.json")
    let with = try swift("build")
    XCTAssertEqual(with.status, 0, with.text)
    XCTAssertTrue(with.text.contains("Generating Shop.swift"), with.text)
  }

  /// The files that the tool writes beside a model belong to the target. A misspelled
  /// options file, a second part of the model, and a type of the same name in another model
  /// are reported.
  private func checkAModelInItsTarget() throws {
    for command in ["freeze", "generate"] {
      let written = try swift("package", "modelgen", command, "Sources/notes/Notes.model")
      XCTAssertEqual(written.status, 0, written.text)
    }
    let versions = folder.appending(path: "Sources/notes/Notes.versions/current.json")
    XCTAssertTrue(FileManager.default.fileExists(atPath: versions.path(percentEncoded: false)))
    try write("{}", "Sources/notes/Modelgen.json")
    let build = try swift("build")
    XCTAssertEqual(build.status, 0, build.text)
    XCTAssertFalse(build.text.contains("unhandled"), build.text)
    XCTAssertTrue(
      build.text.contains("Sources/notes/Modelgen.json' is not read"), build.text)
    try write(
      "model Notes @version(1)\n\nentity Page {\n    var text: String\n}\n",
      "Sources/notes/Page.model")
    let divided = try swift("build")
    XCTAssertTrue(
      divided.text.contains(
        "warning: 'Notes.model', 'Page.model' are all of model 'Notes'; the files of one model stand in"
      ), divided.text)
    try write("model Pages\n\nentity Note {\n    var a: Int\n}\n", "Sources/notes/Page.model")
    let meeting = try swift("build")
    XCTAssertNotEqual(meeting.status, 0)
    XCTAssertTrue(
      meeting.text.contains("error: 'Note': 'Note' is a name of another model in this target"),
      meeting.text)
    for name in ["Page.model", "Modelgen.json"] {
      try FileManager.default.removeItem(at: folder.appending(path: "Sources/notes/\(name)"))
    }
  }

  private var notes: String {
    "model Notes @version(1)\n\nentity Note {\n    var text: String\n}\n"
  }

  private func write(_ text: String, _ path: String) throws {
    let url = folder.appending(path: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  /// Runs a command of the package manager in the client's folder.
  private func swift(_ arguments: String...) throws -> (status: Int32, text: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["swift"] + arguments
    process.currentDirectoryURL = folder
    // An empty variable has no effect.
    process.environment = ProcessInfo.processInfo.environment.merging(["MODELGEN_BUNDLE": ""]) {
      $1
    }
    let log = folder.appending(path: "log.txt")
    try write("", "log.txt")
    let handle = try FileHandle(forWritingTo: log)
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
    process.waitUntilExit()
    return (process.terminationStatus, try String(contentsOf: log, encoding: .utf8))
  }

  private var manifest: String {
    let repository = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().path(percentEncoded: false)
    return """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "client",
        platforms: [.macOS(.v15)],
        dependencies: [.package(name: "modelgen", path: "\(repository)")],
        targets: [
          .target(
            name: "ShopModel",
            dependencies: [.product(name: "ModelRuntime", package: "modelgen")],
            plugins: [.plugin(name: "ModelgenPlugin", package: "modelgen")]),
          .target(
            name: "StockModel",
            dependencies: [.product(name: "ModelRuntime", package: "modelgen")],
            plugins: [.plugin(name: "ModelgenPlugin", package: "modelgen")]),
          .target(
            name: "notes",
            dependencies: [.product(name: "ModelRuntime", package: "modelgen")],
            plugins: [.plugin(name: "ModelgenPlugin", package: "modelgen")]),
          .target(
            name: "LostModel",
            plugins: [.plugin(name: "ModelgenPlugin", package: "modelgen")]),
          .executableTarget(name: "shop", dependencies: ["ShopModel", "StockModel"]),
        ]
      )
      """
  }

  private let model = """
    model Shop

    entity Product {
        var name: String
        var price: Double = 1
    }
    """

  private let dataModel = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
        <entity name="Crate" representedClassName="Crate" syncable="YES">
            <attribute name="label" attributeType="String"/>
        </entity>
    </model>
    """

  private let program = """
    import Foundation
    import ModelRuntime
    import ShopModel

    let store = StoreConfiguration(url: URL(filePath: "shop.sqlite"))
    let container = try PersistentContainer(.shop, configuration: store)
    let context = try container.makeContext()
    for name in ["Tea", "Coffee"] { _ = Product(in: context, name: name) }
    try context.save()
    let names = try context.fetch(Product.all).map(\\.name)
    print("\\(names.joined(separator: ", ")) are two")
    """
}

extension String {
  fileprivate func replacing(_ old: String, with new: String) -> String {
    components(separatedBy: old).joined(separator: new)
  }
}
