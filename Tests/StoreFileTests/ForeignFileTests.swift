import Foundation
import ModelRuntime
import TestSupport
import XCTest

/// Tests that the error for a file that is not a store says what the file is.
final class ForeignFileTests: XCTestCase {
  func testOtherFilesAreNamed() throws {
    let folder = try TemporaryFolder()
    let archive = Data("core\0\0\0\u{1}NSStoreMetadata".utf8) + Data("bplist00\u{d4}$archiver".utf8)
    let files: [(name: String, data: Data, says: String)] = [
      ("Binary.store", archive, "is a binary store of Core Data's"),
      ("Model.mom", Data("bplist00 and so on".utf8), "is a property list, not a store"),
      ("Model.omo", Data("momv2$srsraori55 ... bplist0".utf8), "is a compiled data model, not"),
      ("Packed.zip", Data([0x50, 0x4B, 3, 4] + Array(repeating: 0, count: 600)), "is packed"),
      ("Noise.sqlite", Data((0..<600).map { UInt8($0 % 199 + 1) }), "is not a database"),
    ]
    for file in files {
      let url = folder.file(file.name)
      try file.data.write(to: url)
      XCTAssertThrowsError(
        try PersistentContainer(.coreDataTutorial, configuration: StoreConfiguration(url: url)),
        file.name
      ) { error in
        XCTAssertEqual((error as? StoreError)?.reason, .notAStore, file.name)
        XCTAssertTrue("\(error)".contains(file.says), "\(file.name): \(error)")
      }
      XCTAssertThrowsError(try StoreInspection(url: url), file.name) { error in
        XCTAssertTrue("\(error)".contains(file.says), "\(file.name): \(error)")
      }
      XCTAssertEqual(try Data(contentsOf: url), file.data, "\(file.name) was written")
      let others = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        .filter { name in !files.contains { $0.name == name } }
      XCTAssertEqual(others, [], file.name)
    }
  }
}
