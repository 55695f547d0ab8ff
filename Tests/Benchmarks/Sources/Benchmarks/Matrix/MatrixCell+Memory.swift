import BenchModel
import GRDB
import ModelRuntime
import ShapesModel

extension MatrixCell {
  /// The cells whose memory is looked at: what is read is held.
  static var holding: [MatrixCell] {
    [
      MatrixCell(
        name: "R11", title: "all banks in batches of 50, scrolled once", most: 100_000,
        ours: { container, _ in
          let context = try container.makeContext()
          return {
            try context.batches(of: FailedBankInfo.all, size: 50).reduce(0) {
              $0 + Int($1.cert ?? 0) + $1.name.utf8.count
            }
          }
        },
        raw: { connection, _ in
          let statement = try connection.prepare(SQL.selectBanks)
          return {
            defer { statement.reset() }
            var sum = 0
            while try statement.step() {
              let bank = Bank(statement)
              sum += Int(bank.cert ?? 0) + bank.name.utf8.count
            }
            return sum
          }
        },
        grdb: { queue, _ in
          {
            try queue.read { database in
              let cursor = try PlainBank.fetchCursor(database)
              var sum = 0
              while let bank = try cursor.next() {
                sum += Int(bank.cert ?? 0) + bank.name.utf8.count
              }
              return sum
            }
          }
        }),
      knots("none of four links loaded", links: false),
      knots("all of four links loaded", links: true),
    ]
  }

  private static func knots(_ title: String, links: Bool) -> MatrixCell {
    MatrixCell(
      name: "M1", title: "objects held, \(title)", store: .shapes, most: 100_000,
      ours: { container, _ in
        let context = try container.makeContext()
        var held: [Knot] = []
        return {
          held = try context.fetch(Knot.all)
          return held.reduce(0) { sum, knot in
            guard links else { return sum + Int(knot.number) + knot.name.utf8.count }
            let one = [knot.up, knot.left].reduce(0) { $0 + Int($1?.number ?? 0) }
            let many = knot.below.reduce(0) { $0 + Int($1.number) }
            return knot.right.reduce(sum + one + many) { $0 + Int($1.number) }
          }
        }
      },
      raw: { connection, _ in
        var held: [PlainKnot] = []
        return {
          held = try PlainKnot.fetch(connection, links: links)
          return held.reduce(0) { links ? $0 + $1.linked : $0 + $1.weight }
        }
      })
  }
}

/// A knot as a struct, whose links are keys. A knot's key is its number.
private struct PlainKnot {
  let key: Int64
  let version: Int32
  let number: Int32
  let name: String
  let up: Int64?
  let left: Int64?
  var below: [Int64] = []
  var right: [Int64] = []

  init(_ row: RawStatement) {
    key = row.int64(0)
    version = row.int32(1)
    number = row.int32(2)
    name = row.text(3)
    up = row.optionalInt64(4)
    left = row.optionalInt64(5)
  }

  var weight: Int { Int(number) + name.utf8.count }
  var linked: Int {
    Int(up ?? 0) + Int(left ?? 0) + Int(below.reduce(0, +)) + Int(right.reduce(0, +))
  }

  static func fetch(_ connection: RawConnection, links: Bool) throws -> [PlainKnot] {
    let statement = try connection.prepare(
      "SELECT Z_PK, Z_OPT, ZNUMBER, ZNAME, ZUP, ZLEFT FROM ZKNOT ORDER BY Z_PK")
    var knots: [PlainKnot] = []
    while try statement.step() { knots.append(PlainKnot(statement)) }
    guard links else { return knots }
    try read("ZUP", connection) { knots[Int($0) - 1].below.append($1) }
    try read("ZLEFT", connection) { knots[Int($0) - 1].right.append($1) }
    return knots
  }

  private static func read(
    _ column: String, _ connection: RawConnection, _ body: (_ owner: Int64, _ key: Int64) -> Void
  ) throws {
    let statement = try connection.prepare("SELECT \(column), Z_PK FROM ZKNOT ORDER BY \(column)")
    while try statement.step() { body(statement.int64(0), statement.int64(1)) }
  }
}
