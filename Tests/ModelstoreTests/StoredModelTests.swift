import Foundation
import ModelLanguage
import ModelRuntime
import ModelSchema
import TestSupport
import XCTest

@testable import ModelstoreCommands

/// Stores of Core Data, which contain their model, so commands need no model.
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

  /// Makes an empty store with the model cache, the tables and the hashes of a store of one
  /// of Apple's systems.
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
      let stored = try XCTUnwrap(StoredModel.model(of: file(name)))
      let container = try PersistentContainer(
        CompiledModel(stored), configuration: StoreConfiguration(url: file(name)))
      let context = try container.makeContext()
      XCTAssertEqual(try context.fetch(entityName: entity).count, 0, name)
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

  /// A store without a model is pulled from its tables, and the model represents all of
  /// them.
  func testStoresWithoutAModelArePulledFromTheirTables() throws {
    var files: [URL] = []
    for name in ["DataUsage", "IMO", "RMAdmin"] {
      _ = try store(name)
      files.append(file(name))
    }
    if let shared = SharedFiles.url("apple") {
      for case let file as URL in FileManager.default.enumerator(
        at: shared, includingPropertiesForKeys: nil) ?? .init()
      where ["sqlite", "wiredatabase"].contains(file.pathExtension)
        && (TestRun.isLong || file.lastPathComponent.contains("_1.3."))
      {
        let copy = folder.file(file.lastPathComponent)
        for end in ["", "-wal"] where FileManager.default.fileExists(atPath: file.path + end) {
          try FileManager.default.copyItem(atPath: file.path + end, toPath: copy.path + end)
          try FileManager.default.setAttributes(
            [.posixPermissions: 0o644], ofItemAtPath: copy.path + end)
        }
        files.append(copy)
      }
    }
    for file in files {
      let name = file.lastPathComponent
      try execute(
        "CREATE TABLE IF NOT EXISTS Z_MODELCACHE (Z_CONTENT BLOB); DELETE FROM Z_MODELCACHE",
        in: file)
      let text = try run("pull", file.path)
      let pulled = try model(text + "\n")
      let inspection = try StoreInspection(url: file)
      XCTAssertEqual(
        pulled.entities.map(\.name), try inspection.information().entities.map(\.name), name)
      XCTAssertEqual(try inspection.missing(of: pulled), [], name)
      let counts = try inspection.information().entities.map(\.objectCount).reduce(0, +)
      let lines = try run("export", file.path).split(separator: "\n").count
      XCTAssertEqual(lines, counts, name)
    }
  }

  func testGuessesAreSaid() throws {
    let path = try database(
      """
      CREATE TABLE ZARTIST (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZISALIVE INTEGER,
        ZTHELABEL INTEGER, Z_FOK_THELABEL INTEGER, ZCOVER INTEGER, Z4_COVER INTEGER, ZBORN TIMESTAMP,
        ZARTISTID BLOB, ZFULLNAME VARCHAR);
      CREATE TABLE ZLABEL (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZRANK INTEGER);
      CREATE TABLE ZIMAGE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZWIDTH FLOAT,
        Z1PHOTOS INTEGER, ZCAPTION VARCHAR);
      CREATE TABLE Z_1GENRES (Z_1FANS INTEGER, Z_2GENRES INTEGER, Z_FOK_2GENRES INTEGER,
        PRIMARY KEY (Z_1FANS, Z_2GENRES));
      CREATE INDEX ZARTIST_ZTHELABEL_INDEX ON ZARTIST (ZTHELABEL);
      CREATE INDEX ZARTIST_ZCOVER_INDEX ON ZARTIST (ZCOVER);
      CREATE UNIQUE INDEX Z_Artist_UNIQUE_artistID ON ZARTIST (ZARTISTID);
      CREATE INDEX Z_Artist_byFullName ON ZARTIST (ZFULLNAME);
      CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
      CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
      INSERT INTO Z_METADATA VALUES (1, '8F14E45F-CEEA-467E-9A5B-3F5B5D2F3C11', NULL);
      INSERT INTO Z_PRIMARYKEY VALUES (1, 'Artist', 0, 2), (2, 'Genre', 0, 0), (3, 'Label', 0, 1),
        (4, 'Image', 0, 0), (5, 'Photo', 4, 1);
      INSERT INTO ZARTIST (Z_PK, Z_ENT, ZISALIVE, ZTHELABEL) VALUES (1, 1, 1, 7), (2, 1, 0, NULL);
      INSERT INTO ZLABEL (Z_PK, Z_ENT, ZRANK) VALUES (7, 3, 12);
      INSERT INTO ZIMAGE (Z_PK, Z_ENT, ZCAPTION) VALUES (1, 5, 'x');
      """, "Music.sqlite")
    let text = try run("pull", path)
    XCTAssertEqual(
      text.range(of: "entity Artist").map { String(text[$0.lowerBound...]) },
      """
      entity Artist {
          /// A guess: all values are 0 or 1.
          var isalive: Bool?
          /// Where it leads is a guess by its name.
          var thelabel: Label? @inverse(artists)
          var cover: Image? @noInverse
          var born: Date?
          var artistID: Data?
          var fullName: String?
          /// Its name's case is a guess.
          var photos: Set<Image> @noInverse
          /// From the table 'Z_1GENRES'; its name's case is a guess.
          var genres: [Genre] @inverse(fans)
      }

      /// It has no table of its name.
      entity Genre {
          /// From the table 'Z_1GENRES'; its name's case is a guess.
          var fans: Set<Artist> @inverse(genres)
      }

      entity Label {
          /// Its name is a guess; the places of its members are there.
          var artists: [Artist] @inverse(thelabel)
          var rank: Int64?
      }

      entity Image {
          /// Its entity is a guess by the rows that have a value.
          var width: Double?
      }

      entity Photo: Image {
          /// Its entity is a guess by the rows that have a value.
          var caption: String?
      }
      """)
  }

  /// Columns and tables of pairs of equal names become properties that the language can write, and
  /// large values are read from their files.
  func testEqualNamesAndFilesAreToldApart() throws {
    let file = "3F2504E0-4F89-41D3-9A0C-0305E82C3301"
    let mark = Array("\u{2}\(file)\u{0}".utf8).map { String(format: "%02x", $0) }.joined()
    let path = try database(
      """
      CREATE TABLE ZALBUM (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZPHOTOS VARCHAR,
        Z1PHOTOS INTEGER, Z2PHOTOS INTEGER, ZOWNER INTEGER REFERENCES ZALBUM (Z_PK), ZDATA BLOB,
        ZFLAGS BLOB, ZHASH VARCHAR, ZSELF VARCHAR, Z INTEGER, Z1 INTEGER);
      CREATE TABLE ZLOOP (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER);
      CREATE TABLE Z_1 (Z_1 INTEGER, Z_2 INTEGER);
      CREATE TABLE Z_1PHOTOS (Z_1PHOTOS INTEGER, Z_2PHOTOS INTEGER, Z_FOK_1PHOTOS INTEGER,
        PRIMARY KEY (Z_1PHOTOS, Z_2PHOTOS));
      CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
      CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
      INSERT INTO Z_METADATA VALUES (1, '8F14E45F-CEEA-467E-9A5B-3F5B5D2F3C11', NULL);
      INSERT INTO Z_PRIMARYKEY VALUES (1, 'Album', 0, 2), (2, 'Special', 1, 0),
        (3, 'Loop', 3, 0);
      INSERT INTO ZALBUM (Z_PK, Z_ENT, ZPHOTOS, ZOWNER, ZDATA, ZFLAGS, ZHASH) VALUES
        (1, 1, 'x', 2, x'\(mark)', x'01', 'h'), (2, 2, 'y', NULL, x'01414243', x'0102', NULL);
      INSERT INTO Z_1PHOTOS VALUES (1, 2, 1);
      """, "Photos.sqlite")
    let files = folder.file(".Photos_SUPPORT/_EXTERNAL_DATA")
    try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
    try Data("long".utf8).write(to: files.appending(path: file))
    let pulled = try model(try run("pull", path) + "\n")
    let album = try XCTUnwrap(pulled.entity(named: "Album"))
    XCTAssertEqual(album.relationships.filter { !$0.isToMany }.map(\.destinationName), ["Album"])
    let special = try XCTUnwrap(pulled.entity(named: "Special"))
    let names = pulled.properties(of: special).map(\.name)
    XCTAssertEqual(Set(names).count, names.count, "\(names)")
    XCTAssertEqual(
      album.attributes.filter(\.allowsExternalStorage).map { $0.columnName ?? $0.name }, ["data"])
    XCTAssertEqual(try StoreInspection(url: folder.file("Photos.sqlite")).missing(of: pulled), [])
    let rows = try run("rows", path, "Album", "--csv", "--columns", "data,flags", "--sort", "flags")
    XCTAssertEqual(
      rows,
      """
      @id,data,flags
      Album/p1,\(Data("long".utf8).base64EncodedString()),\(Data([1]).base64EncodedString())
      Special/p2,\(Data("ABC".utf8).base64EncodedString()),\(Data([1, 2]).base64EncodedString())
      """)
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

  /// Caches that decompress correctly but contain damaged archives give a valid model or
  /// none.
  func testDamagedArchivesAreReadToTheirEnd() throws {
    var random = RandomSource(seed: TestRun.seed)
    let names = ["DataUsage", "IMO", "RMAdmin"]
    // A skip thrown inside `XCTUnwrap` would be a failure.
    let caches = try names.map { try store($0).cache }
    let archives = try caches.map { try XCTUnwrap(Inflation.bytes(of: $0)) }
    let file = file("DataUsage")
    let before = peakMemory
    var models = 0
    for number in 0..<(TestRun.isLong ? 1_000 : 24) {
      let archive = damaged(archives[number % archives.count], &random)
      let hex = Inflation.storing(archive).map { String(format: "%02x", $0) }.joined()
      try execute("UPDATE Z_MODELCACHE SET Z_CONTENT = x'\(hex)'", in: file)
      if let model = try StoredModel.model(of: file) {
        models += 1
        XCTAssertFalse(ModelLanguage.sourceText(of: model).isEmpty)
      }
    }
    print("\(models) of the damaged archives were models still")
    XCTAssertLessThan(peakMemory - before, 200_000_000, "MODEL_SEED=\(TestRun.seed)")
  }

  /// Returns an archive with random bytes changed, copied, repeated or removed.
  private func damaged(_ archive: [UInt8], _ random: inout RandomSource) -> [UInt8] {
    var bytes = archive
    for _ in 0...random.number(below: 3) {
      let (here, there) = (random.number(below: bytes.count), random.number(below: bytes.count))
      let piece = bytes[here..<min(here + 1 + random.number(below: 40), bytes.count)]
      switch random.number(below: 4) {
      case 0: bytes[here] = UInt8(random.number(below: 256))
      // The copied byte may be a reference to another object of the archive.
      case 1: bytes[here] = bytes[there]
      case 2: bytes.insert(contentsOf: Array(piece), at: there)
      default: bytes.removeSubrange(piece.startIndex..<piece.endIndex)
      }
      if bytes.isEmpty { return archive }
    }
    return bytes
  }

  func testADamagedModelIsToldAndASoundOneIdentified() throws {
    let path = try store("DataUsage").path
    XCTAssertTrue(try run("identify", path).contains("brings its own model of "))
    XCTAssertEqual(try run("check", path), "ok")
    try execute(
      "UPDATE Z_MODELCACHE SET Z_CONTENT = substr(Z_CONTENT, 1, 500)", in: file("DataUsage"))
    XCTAssertTrue(try run("info", path).contains("the model in Z_MODELCACHE cannot be read"))
    XCTAssertTrue(try run("check", path).contains("the model in Z_MODELCACHE cannot be read"))
    XCTAssertTrue(try run("identify", path).contains("brings no model"))
  }

  /// The peak memory of the process in bytes, or 0 if the system does not report it.
  private var peakMemory: Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return (line?.split(separator: " ").dropLast().last).flatMap { Int($0) }.map { $0 * 1024 } ?? 0
  }

  /// The blocks are compressed by hand. Stores of Core Data contain blocks of zlib.
  func testBlocksOfEveryKind() {
    let cases: [(packed: [UInt8], bytes: [UInt8]?)] = [
      ([0x01, 0x03, 0x00, 0xFC, 0xFF, 1, 2, 3], [1, 2, 3]),
      ([0x01, 0x03, 0x00, 0xFB, 0xFF, 1, 2, 3], nil), ([0x01, 0x03, 0x00, 0xFC, 0xFF, 1, 2], nil),
      // This is a literal and a copy of it, in the fixed Huffman code.
      ([0x4B, 0x04, 0x01, 0x00], Array(repeating: 0x61, count: 5)),
      ([0x03, 0x00], []), ([0x07], nil), ([], nil), ([0x03], nil),
      // This copies bytes from before the beginning.
      ([0x03, 0x22, 0x00], nil),
    ]
    for (packed, bytes) in cases { XCTAssertEqual(Inflation.bytes(of: packed), bytes, "\(packed)") }
  }
}
