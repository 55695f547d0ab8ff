import GRDB
import ModelRuntime
import ShapesModel

extension MatrixCell {
  /// The cells of rows that are narrow, wide, or three levels deep.
  static var shapes: [MatrixCell] {
    Shape<Slim, 1>(title: "3 columns", most: .max).cells
      + Shape<Horse, 3>(title: "9 columns, three levels of inheritance", most: 100_000).cells
      + Shape<Wide, 20>(title: "60 columns", most: 100_000).cells
  }
}

/// What is done with one shape: a class, the struct of as many columns, and GRDB's record.
private struct Shape<Object: ShapeObject, let width: Int> {
  typealias Record = ShapeRecord<Object, width>

  let title: String
  let most: Int

  var cells: [MatrixCell] { [inserting, reading, updating] }

  private var total: String {
    let sums = (1...width).map { "sum(ZWHOLE\($0) + length(ZTEXT\($0)))" }
    return "SELECT \(sums.joined(separator: " + ")) FROM \(Object.table)"
  }

  private var inserting: MatrixCell {
    MatrixCell(
      name: "W1", title: "save new rows of \(title)", store: .shapes, most: most, check: total,
      ours: { container, rows in
        let context = try container.makeContext()
        for row in rows + 1...rows * 2 { Object.make(row: row, in: context) }
        return {
          try context.save()
          return rows
        }
      },
      raw: { connection, rows in
        let insert = try connection.prepare(ShapeColumns.insert(Object.table, width: width))
        let maximum = try connection.prepare(SQL.raiseMaximum)
        let (entity, arena) = (try connection.entity(Object.name), TextArena())
        let root = try connection.entity(Object.root)
        let new = (rows + 1...rows * 2).map { ShapeRow<width>(key: Int64($0)) }
        return {
          try connection.transaction {
            for row in new {
              row.bindAll(insert, entity: entity, in: arena)
              try insert.run()
            }
            maximum.bind(Int64(rows * 2), at: 1)
            maximum.bind(root, at: 2)
            try maximum.run()
          }
          return rows
        }
      },
      grdb: { queue, rows in
        let (entity, root) = try (queue.entity(Object.name), queue.entity(Object.root))
        let new = (rows + 1...rows * 2).map { Record(ShapeRow(key: Int64($0)), entity) }
        return {
          try queue.write { database in
            for record in new { try record.insert(database) }
            try database.raiseMaximum(of: root, to: Int64(rows * 2))
          }
          return rows
        }
      })
  }

  private var reading: MatrixCell {
    MatrixCell(
      name: "R2", title: "all rows of \(title), all read", store: .shapes, most: most,
      ours: { container, _ in
        let context = try container.makeContext()
        return { try context.fetch(Object.all).reduce(0) { $0 + $1.weight } }
      },
      raw: { connection, rows in
        let fetch = try fetch(connection)
        return { try fetch().reduce(0) { $0 + $1.weight } }
      },
      grdb: { queue, rows in
        let entity = try queue.entity(Object.name)
        return {
          let request = Record.filter(Column("Z_ENT") == entity)
          return try queue.read { try request.fetchAll($0) }.reduce(0) { $0 + $1.row.weight }
        }
      })
  }

  private var updating: MatrixCell {
    MatrixCell(
      name: "W4", title: "one column of all rows of \(title) changed, save", store: .shapes,
      most: most, check: total,
      ours: { container, rows in
        let context = try container.makeContext()
        let objects = try context.fetch(Object.all)
        return {
          for object in objects { object.whole1 += 1 }
          try context.save()
          return rows
        }
      },
      raw: { connection, rows in
        var held = try fetch(connection)()
        let update = try connection.prepare(
          "UPDATE \(Object.table) SET Z_OPT = ?, ZWHOLE1 = ? WHERE Z_PK = ? AND Z_OPT = ?")
        return {
          try connection.transaction {
            for place in held.indices {
              held[place].triples[0].whole += 1
              update.bind(held[place].version + 1, at: 1)
              update.bind(held[place].triples[0].whole, at: 2)
              update.bind(held[place].key, at: 3)
              update.bind(held[place].version, at: 4)
              try update.run()
              guard connection.changes == 1 else { throw BenchError("a row was not changed") }
              held[place].version += 1
            }
          }
          return rows
        }
      },
      grdb: { queue, rows in
        let entity = try queue.entity(Object.name)
        var held = try queue.read {
          try Record.filter(Column("Z_ENT") == entity).fetchAll($0)
        }
        return {
          try queue.write { database in
            for place in held.indices {
              try held[place].updateChanges(database) {
                $0.row.triples[0].whole += 1
                $0.row.version += 1
              }
            }
          }
          return rows
        }
      })
  }

  /// Reads all rows by hand.
  private func fetch(_ connection: RawConnection) throws -> () throws -> [ShapeRow<width>] {
    let statement = try connection.prepare(ShapeColumns.select(Object.table, width: width))
    statement.bind(try connection.entity(Object.name), at: 1)
    return {
      defer { statement.reset() }
      var rows: [ShapeRow<width>] = []
      while try statement.step() { rows.append(ShapeRow(statement)) }
      return rows
    }
  }
}

/// A row of a shape as a GRDB record: columns by name.
private struct ShapeRecord<Object: ShapeObject, let width: Int>: FetchableRecord, PersistableRecord
{
  static var databaseTableName: String { Object.table }

  var row: ShapeRow<width>
  let entity: Int32

  init(_ row: ShapeRow<width>, _ entity: Int32) {
    (self.row, self.entity) = (row, entity)
  }

  init(row: GRDB.Row) {
    entity = row["Z_ENT"]
    self.row = ShapeRow(row)
  }

  func encode(to container: inout PersistenceContainer) {
    container["Z_PK"] = row.key
    container["Z_ENT"] = entity
    container["Z_OPT"] = row.version
    for place in row.triples.indices {
      let names = ShapeNames.all[place]
      container[names.whole] = row.triples[place].whole
      container[names.real] = row.triples[place].real
      container[names.text] = row.triples[place].text
    }
  }
}

extension ShapeRow {
  fileprivate init(_ row: GRDB.Row) {
    self.init(key: row["Z_PK"], version: row["Z_OPT"]) { place in
      let names = ShapeNames.all[place]
      return Triple(whole: row[names.whole], real: row[names.real], text: row[names.text])
    }
  }
}

/// The names of the columns of each triple, as a program of GRDB has them: made once.
private enum ShapeNames {
  static let all = (1...20).map { (whole: "ZWHOLE\($0)", real: "ZREAL\($0)", text: "ZTEXT\($0)") }
}

extension DatabaseQueue {
  /// The number of an entity.
  fileprivate func entity(_ name: String) throws -> Int32 {
    let sql = "SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = ?"
    guard let entity = try read({ try Int32.fetchOne($0, sql: sql, arguments: [name]) }) else {
      throw BenchError("no entity \(name)")
    }
    return entity
  }
}
