import Foundation
import ModelLanguage
import ModelRuntime
import ModelSchema
import TestSupport
import XCTest

@testable import ModelstoreCommands

/// Stores of Core Data's, which bring their model along: commands need not be told one.
final class StoredModelTests: StoreTestCase {
  private struct Schema: Decodable {
    let schema: [String]
    let hashes: [String: String]
    let keys: [Key]

    struct Key: Decodable {
      let number: Int
      let name: String
      let parent: Int

      init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        number = try list.decode(Int.self)
        name = try list.decode(String.self)
        parent = try list.decode(Int.self)
      }
    }
  }

  /// A store without objects, with the cache, the tables and the hashes of one of Apple's systems.
  private func store(_ name: String) throws -> (path: String, schema: Schema, cache: [UInt8]) {
    guard let folder = SharedFiles.url("findings/apple") else {
      throw XCTSkip("models of system stores are not here")
    }
    let schema = try JSONDecoder().decode(
      Schema.self, from: Data(contentsOf: folder.appending(path: "\(name).json")))
    let cache = [UInt8](try Data(contentsOf: folder.appending(path: "\(name).modelcache")))
    let hashes = schema.hashes.mapValues { text in
      Data(
        stride(from: 0, to: 64, by: 2).compactMap { place in
          UInt8(text.dropFirst(place).prefix(2), radix: 16)
        })
    }
    let list = try PropertyListSerialization.data(
      fromPropertyList: [
        "NSStoreModelVersionHashes": hashes, "NSStoreModelVersionHashesVersion": 3,
      ], format: .binary, options: 0)
    let rows = schema.keys.map { "(\($0.number), '\($0.name)', \($0.parent), 0)" }
    let hex = { (bytes: [UInt8]) in bytes.map { String(format: "%02x", $0) }.joined() }
    try execute(
      (schema.schema + [
        "INSERT INTO Z_PRIMARYKEY VALUES \(rows.joined(separator: ", "))",
        "INSERT INTO Z_METADATA VALUES (1, '\(UUID().uuidString)', x'\(hex([UInt8](list)))')",
        "INSERT INTO Z_MODELCACHE VALUES (x'\(hex(cache))')",
      ]).joined(separator: ";"), in: file(name))
    return (path("\(name).sqlite"), schema, cache)
  }

  private func file(_ name: String) -> URL { folder.file("\(name).sqlite") }

  func testEveryCommandReadsAStoreByItsOwnModel() throws {
    for name in ["DataUsage", "IMO", "RMAdmin"] {
      let (path, schema, _) = try store(name)
      let entity = try XCTUnwrap(schema.keys.first { $0.number < 16_000 && $0.parent == 0 }).name
      XCTAssertEqual(try run("check", path), "ok", name)
      XCTAssertTrue(try run("info", path).contains("in the store: 'modelstore pull'"), name)
      XCTAssertEqual(try run("count", path, entity), "0", name)
      XCTAssertEqual(try run("export", path), "", name)
      let text = try run("pull", path) + "\n"
      let pulled = try model(text)
      let hashes = pulled.versionHashes.mapValues { hash in
        hash.map { String(format: "%02x", $0) }.joined()
      }
      XCTAssertEqual(hashes, schema.hashes, name)
      try run("pull", path, "--output", self.path("\(name).xcdatamodel"))
      let version = try run(
        "identify", path, "--model", self.path("\(name).xcdatamodel"))
      XCTAssertTrue(version.contains("the current version"), version)
    }
  }

  /// Damaged caches are none; nothing traps, and nothing grows beyond its limit.
  func testDamagedCachesAreNone() throws {
    let (_, _, cache) = try store("DataUsage")
    let whole = try XCTUnwrap(Inflation.bytes(of: cache))
    XCTAssertNil(Inflation.bytes(of: cache, limit: whole.count - 1))
    var random = RandomSource(seed: TestRun.seed)
    for _ in 0..<(TestRun.isLong ? 1_000 : 100) {
      var bytes = cache
      for _ in 0...random.number(below: 4) {
        bytes[random.number(below: bytes.count)] = UInt8(random.number(below: 256))
      }
      if random.once(in: 4) { bytes.removeLast(random.number(below: bytes.count)) }
      guard let archive = Inflation.bytes(of: bytes) else { continue }
      _ = CompiledDataModel.contents(of: archive)
    }
  }

  /// Blocks as they are packed by hand; zlib's own are read in stores of Core Data's.
  func testBlocksOfEveryKind() {
    let cases: [(packed: [UInt8], bytes: [UInt8]?)] = [
      ([0x01, 0x03, 0x00, 0xFC, 0xFF, 1, 2, 3], [1, 2, 3]),
      ([0x01, 0x03, 0x00, 0xFB, 0xFF, 1, 2, 3], nil), ([0x01, 0x03, 0x00, 0xFC, 0xFF, 1, 2], nil),
      // A literal and a copy of it, of the fixed code.
      ([0x4B, 0x04, 0x01, 0x00], Array(repeating: 0x61, count: 5)),
      ([0x03, 0x00], []), ([0x07], nil), ([], nil), ([0x03], nil),
      // A copy from before the beginning.
      ([0x03, 0x22, 0x00], nil),
    ]
    for (packed, bytes) in cases { XCTAssertEqual(Inflation.bytes(of: packed), bytes, "\(packed)") }
  }
}
