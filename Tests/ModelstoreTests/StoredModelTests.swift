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

  /// Caches that are packed rightly, and whose archives are damaged: each is a model that can be
  /// written, or none.
  func testDamagedArchivesAreReadToTheirEnd() throws {
    var random = RandomSource(seed: TestRun.seed)
    let names = ["DataUsage", "IMO", "RMAdmin"]
    // A skip that is thrown inside of `XCTUnwrap` would be a failure.
    let caches = try names.map { try store($0).cache }
    let archives = try caches.map { try XCTUnwrap(Inflation.bytes(of: $0)) }
    let file = file("DataUsage")
    let before = peakMemory
    var models = 0
    for number in 0..<(TestRun.isLong ? 1_000 : 24) {
      let archive = damaged(archives[number % archives.count], &random)
      let hex = packed(archive).map { String(format: "%02x", $0) }.joined()
      try execute("UPDATE Z_MODELCACHE SET Z_CONTENT = x'\(hex)'", in: file)
      if let model = try StoredModel.model(of: file) {
        models += 1
        XCTAssertFalse(ModelLanguage.sourceText(of: model).isEmpty)
      }
    }
    print("\(models) of the damaged archives were models still")
    XCTAssertLessThan(peakMemory - before, 200_000_000, "MODEL_SEED=\(TestRun.seed)")
  }

  /// An archive with bytes changed, copied elsewhere, doubled, or cut.
  private func damaged(_ archive: [UInt8], _ random: inout RandomSource) -> [UInt8] {
    var bytes = archive
    for _ in 0...random.number(below: 3) {
      let (here, there) = (random.number(below: bytes.count), random.number(below: bytes.count))
      let piece = bytes[here..<min(here + 1 + random.number(below: 40), bytes.count)]
      switch random.number(below: 4) {
      case 0: bytes[here] = UInt8(random.number(below: 256))
      // A reference to another object of the archive.
      case 1: bytes[here] = bytes[there]
      case 2: bytes.insert(contentsOf: Array(piece), at: there)
      default: bytes.removeSubrange(piece.startIndex..<piece.endIndex)
      }
      if bytes.isEmpty { return archive }
    }
    return bytes
  }

  /// Raw DEFLATE of stored blocks alone.
  private func packed(_ bytes: [UInt8]) -> [UInt8] {
    var blocks: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 65_535) {
      let end = min(start + 65_535, bytes.count)
      blocks.append(end == bytes.count ? 1 : 0)
      for half in [UInt16(end - start), ~UInt16(end - start)] {
        blocks += [UInt8(half & 0xFF), UInt8(half >> 8)]
      }
      blocks += bytes[start..<end]
    }
    return blocks
  }

  /// The most memory that the process has had, in bytes; 0 where the system does not tell.
  private var peakMemory: Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return (line?.split(separator: " ").dropLast().last).flatMap { Int($0) }.map { $0 * 1024 } ?? 0
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
