import ModelRuntime
import ShapesModel

/// A whole number, a real number and a text: what the shapes of the matrix are made of.
struct Triple {
  var whole: Int32
  var real: Double
  var text: String

  /// The values of a row, by the place of the triple in it; the same as `RawConnection.fillShapes` writes.
  init(row: Int, place: Int) {
    whole = Int32(row + place)
    real = Double(row) / 4
    text = "Text of column \(place) in row \(row)"
  }

  init(whole: Int32, real: Double, text: String) {
    (self.whole, self.real, self.text) = (whole, real, text)
  }

  /// What reading it comes to.
  @inline(__always)
  var weight: Int { Int(whole) + Int(real) + text.utf8.count }
}

/// A row of a shape as a struct: its columns in triples, side by side.
struct ShapeRow<let width: Int> {
  var key: Int64
  var version: Int32 = 1
  var triples: InlineArray<width, Triple>

  /// The values of a new row.
  init(key: Int64) {
    self.key = key
    triples = InlineArray { Triple(row: Int(key), place: $0 + 1) }
  }

  init(key: Int64, version: Int32, triple: (Int) -> Triple) {
    self.key = key
    self.version = version
    triples = InlineArray(triple)
  }

  init(_ row: RawStatement) {
    self.init(key: row.int64(0), version: row.int32(1)) {
      let column = Int32(2 + 3 * $0)
      return Triple(
        whole: row.int32(column), real: row.double(column + 1), text: row.text(column + 2))
    }
  }

  func bindAll(_ statement: RawStatement, entity: Int32, in arena: TextArena) {
    arena.reset()
    statement.bind(key, at: 1)
    statement.bind(version, at: 2)
    for place in triples.indices {
      let index = Int32(3 + 3 * place)
      statement.bind(triples[place].whole, at: index)
      statement.bind(triples[place].real, at: index + 1)
      statement.bind(triples[place].text, at: index + 2, in: arena)
    }
    statement.bind(entity, at: Int32(3 + 3 * width))
  }

  var weight: Int { triples.indices.reduce(0) { $0 + triples[$1].weight } }
}

/// A class whose properties are triples.
protocol ShapeObject: ManagedObject {
  static var table: String { get }
  /// The name of its entity, and of the root of that, which counts the keys.
  static var name: String { get }
  static var root: String { get }
  /// Makes an object with the values of a row.
  static func make(row: Int, in context: ManagedObjectContext)
  /// What reading every property comes to.
  var weight: Int { get }
  var whole1: Int32 { get set }
}

/// The columns of a row and of its triples.
enum ShapeColumns {
  static func names(width: Int) -> [String] {
    (1...width).flatMap { ["ZWHOLE\($0)", "ZREAL\($0)", "ZTEXT\($0)"] }
  }

  static func insert(_ table: String, width: Int) -> String {
    let names = ["Z_PK", "Z_OPT"] + names(width: width) + ["Z_ENT"]
    let places = names.map { _ in "?" }.joined(separator: ", ")
    return "INSERT INTO \(table) (\(names.joined(separator: ", "))) VALUES (\(places))"
  }

  static func select(_ table: String, width: Int) -> String {
    let names = ["Z_PK", "Z_OPT"] + names(width: width)
    return "SELECT \(names.joined(separator: ", ")) FROM \(table) WHERE Z_ENT = ?"
  }
}

extension RawConnection {
  /// Fills a store with so many rows of each shape.
  func fillShapes(rows: Int) throws {
    try fill(Slim.self, width: 1, rows: rows)
    try fill(Horse.self, width: 3, rows: rows)
    try fill(Wide.self, width: 20, rows: min(rows, 100_000))
    try fillKnots(rows: min(rows, 100_000))
  }

  private func fill(_ type: (some ShapeObject).Type, width: Int, rows: Int) throws {
    let values = (1...width).map {
      "i + \($0), i / 4.0, 'Text of column \($0) in row ' || i"
    }
    try execute(
      """
      INSERT INTO \(type.table) \
      (Z_PK, Z_ENT, Z_OPT, \(ShapeColumns.names(width: width).joined(separator: ", "))) \
      \(Self.numbers(rows)) SELECT i, \(try entity(type.name)), 1, \
      \(values.joined(separator: ", ")) FROM n
      """)
    try execute("UPDATE Z_PRIMARYKEY SET Z_MAX = \(rows) WHERE Z_NAME = '\(type.root)'")
  }

  /// The number of an entity.
  func entity(_ name: String) throws -> Int32 {
    let statement = try prepare("SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = '\(name)'")
    guard try statement.step() else { throw BenchError("no entity \(name)") }
    return statement.int32(0)
  }

  /// Fills a store with knots: each is above two others, and left of two others.
  private func fillKnots(rows: Int) throws {
    let entity = try entity("Knot")
    try execute(
      """
      INSERT INTO ZKNOT (Z_PK, Z_ENT, Z_OPT, ZNUMBER, ZNAME, ZUP, ZLEFT) \(Self.numbers(rows)) \
      SELECT i, \(entity), 1, i, 'Knot with the number ' || i, (i + 1) / 2, \
      (\(rows) - i) / 2 + 1 FROM n
      """)
    try execute("UPDATE Z_PRIMARYKEY SET Z_MAX = \(rows) WHERE Z_ENT = \(entity)")
  }
}
