import BenchModel
import GRDB
import ModelRuntime

extension MatrixCell {
  /// The cells of what hangs together: to-one, ordered and many-to-many.
  static var graph: [MatrixCell] {
    [
      MatrixCell(
        name: "W2", title: "purchases with customers, lines, labels: made", most: 100_000,
        ours: { container, rows in
          let context = try container.makeContext()
          let labels = try context.fetch(Label.all)
          return { NewPurchases.make(rows: rows, in: context, labels) }
        },
        raw: { _, rows in { NewPurchases(rows: rows).weight } }),
      MatrixCell(
        name: "W2", title: "purchases with customers, lines, labels: saved", most: 100_000,
        check: NewPurchases.check,
        ours: { container, rows in
          let context = try container.makeContext()
          let count = NewPurchases.make(rows: rows, in: context, try context.fetch(Label.all))
          return {
            try context.save()
            return count
          }
        },
        raw: { connection, rows in
          let new = NewPurchases(rows: rows)
          let write = try (
            writer(new.customers, connection), writer(new.purchases, connection),
            writer(new.lines, connection), writer(new.pairs, connection)
          )
          let maximum = try connection.prepare(SQL.raiseMaximum)
          return {
            try connection.transaction {
              try write.0()
              try write.1()
              try write.2()
              try write.3()
              for (entity, key) in new.maxima {
                maximum.bind(key, at: 1)
                maximum.bind(entity, at: 2)
                try maximum.run()
              }
            }
            return new.weight
          }
        },
        grdb: { queue, rows in
          let new = NewPurchases(rows: rows)
          return {
            try queue.write { database in
              for row in new.customers { try row.insert(database) }
              for row in new.purchases { try row.insert(database) }
              for row in new.lines { try row.insert(database) }
              for row in new.pairs { try row.insert(database) }
              for (entity, key) in new.maxima { try database.raiseMaximum(of: entity, to: key) }
            }
            return new.weight
          }
        }),
      MatrixCell(
        name: "W8", title: "all customers deleted, their purchases stay (nullify)", most: 100_000,
        check: """
          SELECT sum(Z_OPT * (ZCUSTOMER IS NULL)) - (SELECT count(*) FROM ZCUSTOMER) FROM ZPURCHASE
          """,
        ours: { container, rows in
          let context = try container.makeContext()
          let customers = try context.fetch(Customer.all)
          return { try delete(customers, in: context) }
        },
        raw: { connection, _ in
          try deletion(
            connection, of: "ZCUSTOMER",
            first: ["UPDATE ZPURCHASE SET ZCUSTOMER = NULL, Z_OPT = Z_OPT + 1 WHERE ZCUSTOMER = ?"])
        },
        grdb: { queue, _ in
          let keys = try queue.read {
            try CustomerRecord.select(Column("Z_PK"), as: Int64.self).fetchAll($0)
          }
          return {
            try queue.write { database in
              for key in keys {
                try PurchaseRecord.filter(Column("ZCUSTOMER") == key).updateAll(
                  database, Column("ZCUSTOMER").set(to: nil),
                  Column("Z_OPT").set(to: Column("Z_OPT") + 1))
                guard try CustomerRecord.deleteOne(database, key: key) else {
                  throw BenchError("a row was gone")
                }
              }
            }
            return keys.count
          }
        }),
      MatrixCell(
        name: "W8", title: "half of the purchases deleted, with lines (cascade)", most: 100_000,
        check: """
          SELECT count(*) + (SELECT count(*) FROM ZPURCHASELINE) \
          + (SELECT count(*) FROM \(Schema.pairs)) FROM ZPURCHASE
          """,
        ours: { container, rows in
          let context = try container.makeContext()
          let purchases = try context.fetch(Purchase.all.limit(rows / 8))
          return { try delete(purchases, in: context) }
        },
        raw: { connection, rows in
          try deletion(
            connection, of: "ZPURCHASE", limit: rows / 8,
            first: [
              """
              DELETE FROM \(Schema.pairs) WHERE \(Schema.pairsLine) IN \
              (SELECT Z_PK FROM ZPURCHASELINE WHERE ZPURCHASE = ?)
              """,
              "DELETE FROM ZPURCHASELINE WHERE ZPURCHASE = ?",
            ])
        },
        grdb: { queue, rows in
          let keys = try queue.read {
            try PurchaseRecord.select(Column("Z_PK"), as: Int64.self).order(Column("Z_PK"))
              .limit(rows / 8).fetchAll($0)
          }
          return {
            try queue.write { database in
              for key in keys {
                let lines = LineRecord.filter(Column("ZPURCHASE") == key)
                let lineKeys = lines.select(Column("Z_PK"))
                try PairRecord.filter(lineKeys.contains(Column(Schema.pairsLine)))
                  .deleteAll(database)
                try lines.deleteAll(database)
                guard try PurchaseRecord.deleteOne(database, key: key) else {
                  throw BenchError("a row was gone")
                }
              }
            }
            return keys.count
          }
        }),
      MatrixCell(
        name: "R8", title: "details of one bank, then of 499 neighbours",
        ours: { container, _ in
          let context = try container.makeContext()
          let banks = try context.fetch(FailedBankInfo.all.limit(500))
          return {
            withExtendedLifetime(context) {
              banks.reduce(0) { $0 + Int($1.details?.zip ?? 0) }
            }
          }
        },
        raw: { connection, _ in
          let statement = try connection.prepare(SQL.detailsBetween)
          return {
            statement.bind(Int64(1), at: 1)
            statement.bind(Int64(500), at: 2)
            defer { statement.reset() }
            var sum = 0
            while try statement.step() { sum += Int(BankDetails(statement).zip) }
            return sum
          }
        }),
      MatrixCell(
        name: "R9", title: "number of lines of every purchase",
        ours: { container, _ in
          let context = try container.makeContext()
          let purchases = try context.fetch(Purchase.all)
          return {
            withExtendedLifetime(context) { purchases.reduce(0) { $0 + $1.lines.count } }
          }
        },
        raw: { connection, _ in
          let statement = try connection.prepare(
            "SELECT Z_PK, ZPURCHASE FROM ZPURCHASELINE ORDER BY ZPURCHASE, Z_FOK_PURCHASE")
          return { try rows(statement) { $0.int64(0) }.count }
        }),
      MatrixCell(
        name: "R8", title: "all banks with their details, at once",
        ours: { container, _ in
          let context = try container.makeContext()
          let request = FailedBankInfo.all.prefetching { [$0.details.path] }
          return {
            try withExtendedLifetime(context) {
              try context.fetch(request).reduce(0) {
                $0 + $1.name.utf8.count + Int($1.details?.zip ?? 0)
              }
            }
          }
        },
        raw: { connection, _ in
          let columns = (Bank.columns + ", " + BankDetails.columns).split(separator: ", ")
          let names = columns.enumerated().map { ($0 < 8 ? "b." : "d.") + $1 }
          let statement = try connection.prepare(
            """
            SELECT \(names.joined(separator: ", ")) FROM ZFAILEDBANKINFO b \
            JOIN ZFAILEDBANKDETAILS d ON d.Z_PK = b.ZDETAILS
            """)
          return {
            defer { statement.reset() }
            var banks: [(bank: Bank, details: BankDetails)] = []
            while try statement.step() {
              banks.append((Bank(statement), BankDetails(statement, from: 8)))
            }
            return banks.reduce(0) { $0 + $1.bank.name.utf8.count + Int($1.details.zip) }
          }
        },
        grdb: { queue, _ in
          let request = PlainBank.including(required: PlainBank.details.forKey("details"))
            .asRequest(of: BankWithDetails.self)
          return {
            try queue.read { try request.fetchAll($0) }
              .reduce(0) { $0 + $1.bank.name.utf8.count + Int($1.details.zip) }
          }
        }),
      MatrixCell(
        name: "R9", title: "all purchases with their lines, at once",
        ours: { container, _ in
          let context = try container.makeContext()
          let request = Purchase.all.prefetching { [$0.lines.path] }
          return {
            try withExtendedLifetime(context) {
              try context.fetch(request).reduce(0) {
                $1.lines.reduce($0 + Int($1.number)) { $0 + $1.product.utf8.count }
              }
            }
          }
        },
        raw: { connection, _ in
          let purchases = try connection.prepare(PlainPurchase.select)
          let lines = try connection.prepare(PlainLine.select)
          return {
            let all = try rows(lines) { PlainLine($0) }
            var next = 0
            return try rows(purchases) { PlainPurchase($0) }.reduce(0) { sum, purchase in
              var sum = sum + Int(purchase.number)
              while next < all.count, all[next].purchaseKey == purchase.key {
                sum += all[next].product.utf8.count
                next += 1
              }
              return sum
            }
          }
        },
        grdb: { queue, _ in
          let request =
            PurchaseRecord
            .including(
              all: PurchaseRecord.lines.order(Column("Z_FOK_PURCHASE")).forKey("lines")
            )
            .asRequest(of: PurchaseWithLines.self)
          return {
            try queue.read { try request.fetchAll($0) }.reduce(0) {
              $1.lines.reduce($0 + Int($1.purchase.number)) { $0 + $1.product.utf8.count }
            }
          }
        }),
    ]
  }

  /// What writes rows of one table.
  private static func writer<Record: NewPurchases.Record>(
    _ records: [Record], _ connection: RawConnection
  ) throws -> () throws -> Void {
    let (statement, arena) = (try connection.prepare(Record.insert), TextArena())
    return {
      for record in records {
        arena.reset()
        record.bind(statement, in: arena)
        try statement.run()
      }
    }
  }

  private static func delete(
    _ objects: [ManagedObject], in context: ManagedObjectContext
  ) throws -> Int {
    for object in objects { context.delete(object) }
    try context.save()
    return objects.count
  }

  /// Deletes the first rows of a table one by one, after what is done first for each.
  private static func deletion(
    _ connection: RawConnection, of table: String, limit: Int = -1, first: [String]
  ) throws -> Trial {
    let held = try rows(
      connection.prepare("SELECT Z_PK, Z_OPT FROM \(table) ORDER BY Z_PK LIMIT \(limit)")
    ) { (key: $0.int64(0), version: $0.int32(1)) }
    let before = try first.map { try connection.prepare($0) }
    let delete = try connection.prepare("DELETE FROM \(table) WHERE Z_PK = ? AND Z_OPT = ?")
    return {
      try connection.transaction {
        for row in held {
          for statement in before {
            statement.bind(row.key, at: 1)
            try statement.run()
          }
          delete.bind(row.key, at: 1)
          delete.bind(row.version, at: 2)
          try delete.run()
          guard connection.changes == 1 else { throw BenchError("a row was not deleted") }
        }
      }
      return held.count
    }
  }

  private static func rows<Row>(
    _ statement: RawStatement, _ decode: (RawStatement) -> Row
  ) throws -> [Row] {
    defer { statement.reset() }
    var rows: [Row] = []
    while try statement.step() { rows.append(decode(statement)) }
    return rows
  }
}

/// A bank and its details, as GRDB's association joins them.
private struct BankWithDetails: FetchableRecord {
  let bank: PlainBank
  let details: PlainDetails

  init(row: GRDB.Row) {
    bank = PlainBank(row: row)
    details = row["details"]
  }
}

/// A purchase and its lines, as GRDB's association fetches them.
private struct PurchaseWithLines: Decodable, FetchableRecord {
  let purchase: PurchaseRecord
  let lines: [LineRecord]

  enum CodingKeys: String, CodingKey { case lines }

  init(from decoder: any Decoder) throws {
    purchase = try PurchaseRecord(from: decoder)
    lines = try decoder.container(keyedBy: CodingKeys.self).decode(
      [LineRecord].self, forKey: .lines)
  }
}

extension PlainBank {
  static let details = belongsTo(PlainDetails.self, using: ForeignKey(["ZDETAILS"]))
}
