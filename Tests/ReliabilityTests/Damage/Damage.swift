import Foundation
import ModelSQLite
import TestSupport

/// A kind of damage to a store file.
enum Damage: CustomStringConvertible {
  /// Some bytes have other values; the keys are their offsets.
  case bytes([Int: UInt8])
  /// The file is truncated to a size in bytes.
  case cut(Int)
  /// A part of the file is overwritten with zeros, or with another part of the file if
  /// `from` has its offset.
  case overwritten(at: Int, count: Int, from: Int?)
  /// An SQL statement changes the database.
  case sql(String)

  var description: String {
    switch self {
    case .bytes(let bytes): "bytes \(bytes.sorted { $0.key < $1.key })"
    case .cut(let size): "cut at \(size)"
    case .overwritten(let place, let count, let source):
      "\(count) bytes at \(place) are \(source.map { "those at \($0)" } ?? "zeros")"
    case .sql(let sql): sql
    }
  }

  /// Damages a file.
  func apply(to url: URL) throws {
    if case .sql(let sql) = self {
      let connection = try Connection(path: url.path(percentEncoded: false))
      try connection.execute("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON")
      // A statement that fails on this store is skipped.
      do { try connection.execute(sql) } catch {}
      return
    }
    var data = try Data(contentsOf: url)
    switch self {
    case .bytes(let bytes):
      for (place, byte) in bytes where place < data.count { data[place] = byte }
    case .cut(let size): data = data.prefix(size)
    case .overwritten(let place, let count, let source):
      let end = min(place + count, data.count)
      guard place < end else { break }
      let part = source.map { data.dropFirst($0).prefix(end - place) } ?? Data()
      data.replaceSubrange(
        place..<end, with: part + Data(count: end - place - part.count))
    case .sql: break
    }
    try data.write(to: url)
  }
}

/// The tables and columns of a store, which damage is done to.
struct DamagedNames {
  let tables: [String]
  let columns: [String]

  static let links = DamagedNames(
    tables: ["ZOWNER", "ZPART", "ZPART"],
    columns: [
      "ZNUMBER", "ZPICTURE", "ZOFLIST", "Z_FOK_OFLIST", "ZOFOWNED", "ZNEXT", "ZSPOUSE", "ZPARENT",
    ])

  static let stock = DamagedNames(
    tables: [
      "ZSHELF", "ZVOLUME", "ZVOLUME", "ZVOLUME", "ZTAG", "ZCLERK", "ATRANSACTION", "ACHANGE",
      "MODELDROPPEDFILES", "Z_2TAGS", "ZVOLUME_SEARCH",
    ],
    columns: [
      "ZNUMBER", "ZCODE", "ZTITLE", "ZNOTE", "ZSCAN", "ZWEIGHT", "ZFOLDED", "ZSHELF", "ZMAPS",
      "Z_FOK_SHELF", "ZVOLUMECOUNT", "ZLABEL", "ZSAVES", "ZCOLUMNS", "ZENTITY", "ZENTITYPK",
      "ZTRANSACTIONID", "ZTIMESTAMP", "NAME", "ZTOMBSTONE0",
    ])

  static let everywhere = DamagedNames(
    tables: ["Z_PRIMARYKEY", "Z_METADATA"],
    columns: ["Z_ENT", "Z_PK", "Z_OPT", "Z_NAME", "Z_SUPER", "Z_UUID", "Z_PLIST", "Z_VERSION"])
}

extension RandomSource {
  /// Any damage to a file of a size.
  mutating func damage(
    _ size: Int, pageSize: Int = 4096, _ names: DamagedNames = .links
  ) -> Damage {
    switch number(below: 8) {
    case 0, 1:
      let places = (0...number(below: 12)).map { _ in number(below: size) }
      return .bytes(
        Dictionary(
          places.map { ($0, UInt8(number(below: 256))) }, uniquingKeysWith: { first, _ in first }))
    case 2: return .cut(number(below: size))
    case 3:
      let pages = size / pageSize
      return .overwritten(
        at: number(below: pages) * pageSize, count: pageSize,
        from: once(in: 2) ? nil : number(below: pages) * pageSize)
    case 4:
      return .overwritten(
        at: number(below: size), count: 1 + number(below: 300),
        from: once(in: 2) ? nil : number(below: size))
    default:
      return .sql((0...number(below: 2)).map { _ in sqlDamage(names) }.joined(separator: "; "))
    }
  }

  private mutating func sqlDamage(_ names: DamagedNames) -> String {
    let table = pick(names.tables + DamagedNames.everywhere.tables)
    let column = pick(names.columns + DamagedNames.everywhere.columns)
    let value = pick([
      "NULL", "0", "-1", "1e300", "'text'", "x'00ff'", "9223372036854775806", "zeroblob(100000)",
      "randomblob(40)", "4611686018427387904", "''", "x'02' || 'no-uuid' || x'00'", "99",
    ])
    switch number(below: 10) {
    case 0..<6: return "UPDATE \(table) SET \(column) = \(value)"
    case 6:
      return
        "UPDATE \(names.tables[1]) SET \(column) = \(value) WHERE rowid = \(1 + number(below: 4))"
    case 7: return "DELETE FROM \(table) WHERE rowid % 2 = \(number(below: 2))"
    case 8: return "DROP TABLE \(table)"
    default:
      return """
        ALTER TABLE \(table) RENAME TO old_\(table); \
        CREATE VIEW \(table) AS SELECT * FROM old_\(table)
        """
    }
  }
}
