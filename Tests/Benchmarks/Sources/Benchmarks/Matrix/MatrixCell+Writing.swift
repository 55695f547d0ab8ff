import BenchModel
import GRDB
import ModelRuntime

extension MatrixCell {
  /// The cells that change the store, each trial a store of its own.
  static var writing: [MatrixCell] {
    [
      MatrixCell(
        name: "W3", title: "100 saves of one object each",
        check: "SELECT count(*) FROM ZFAILEDBANKDETAILS",
        ours: { container, _ in
          let context = try container.makeContext()
          return {
            for number in 1...100 {
              _ = FailedBankDetails(in: context, zip: Int32(number))
              try context.save()
            }
            return 100
          }
        },
        raw: { connection, rows in
          let insert = try connection.prepare(
            "INSERT INTO ZFAILEDBANKDETAILS (Z_PK, Z_ENT, Z_OPT, ZZIP) VALUES (?, ?, 1, ?)")
          return {
            for number in 1...100 {
              try connection.transaction {
                insert.bind(Int64(rows + number), at: 1)
                insert.bind(Schema.detailsEntity, at: 2)
                insert.bind(Int32(number), at: 3)
                try insert.run()
              }
            }
            return 100
          }
        },
        grdb: { queue, rows in
          {
            for number in 1...100 {
              var details = PlainDetails(key: Int64(rows + number), zip: Int32(number))
              try queue.write { try details.insert($0) }
            }
            return 100
          }
        }),
      MatrixCell(
        name: "W5", title: "10 of all banks, which are held, changed and saved",
        check: "SELECT sum(Z_OPT) FROM ZFAILEDBANKINFO WHERE ZCITY = 'Elsewhere'",
        ours: { container, rows in
          let context = try container.makeContext()
          let banks = try context.fetch(FailedBankInfo.all)
          return {
            for place in 0..<10 { banks[place * (rows / 10)].city = "Elsewhere" }
            try context.save()
            return 10
          }
        },
        raw: { connection, rows in
          let (update, arena) = (try connection.prepare(SQL.updateCity), TextArena())
          return {
            try connection.transaction {
              for place in 0..<10 {
                update.bind(Int32(2), at: 1)
                update.bind("Elsewhere", at: 2, in: arena)
                update.bind(Int64(place * (rows / 10) + 1), at: 3)
                update.bind(Int32(1), at: 4)
                try update.run()
                guard connection.changes == 1 else { throw BenchError("a row was not changed") }
              }
            }
            return 10
          }
        },
        grdb: { queue, rows in
          var banks = try queue.read { try PlainBank.fetchAll($0) }
          return {
            try queue.write { database in
              for place in 0..<10 {
                try banks[place * (rows / 10)].updateChanges(database) {
                  $0.city = "Elsewhere"
                  $0.version += 1
                }
              }
            }
            return 10
          }
        }),
      MatrixCell(
        name: "W6", title: "a save of nothing, all banks held",
        ours: { container, _ in
          let context = try container.makeContext()
          let banks = try context.fetch(FailedBankInfo.all)
          return {
            try context.save()
            return context.hasChanges ? 0 : banks.count
          }
        }, raw: nil),
      MatrixCell(
        name: "W9", title: "a state's banks (1 in 50) given a city by condition",
        check: "SELECT sum(Z_OPT) FROM ZFAILEDBANKINFO WHERE ZCITY = 'Elsewhere'",
        ours: { container, _ in
          let context = try container.makeContext()
          return {
            try context.batchUpdate(
              FailedBankInfo.where { $0.state == "S7" }.setting { [$0.city.set(to: "Elsewhere")] }
            ).updated
          }
        },
        raw: { connection, _ in
          let update = try connection.prepare(
            """
            UPDATE ZFAILEDBANKINFO SET ZCITY = 'Elsewhere', Z_OPT = Z_OPT + 1 WHERE ZSTATE = 'S7'
            """)
          return {
            try connection.transaction { try update.run() }
            return Int(connection.changes)
          }
        },
        grdb: { queue, _ in
          {
            try queue.write {
              try PlainBank.filter(Column("ZSTATE") == "S7").updateAll(
                $0, Column("ZCITY").set(to: "Elsewhere"),
                Column("Z_OPT").set(to: Column("Z_OPT") + 1))
            }
          }
        }),
      importing("as a batch") { context, banks in
        let report = try context.batchInsert(
          banks, into: FailedBankInfo.self, options: BatchOptions(onConflict: .update)
        ) { bank, seed in
          bank.name = seed.name
          bank.city = seed.city
          bank.state = seed.state
          bank.cert = seed.cert
          bank.acquirer = seed.acquirer
        }
        return report.inserted + report.updated
      },
      importing("as objects") { context, banks in
        for bank in banks {
          _ = FailedBankInfo(
            in: context, name: bank.name, city: bank.city, state: bank.state, cert: bank.cert,
            acquirer: bank.acquirer)
        }
        try context.save(mergePolicy: .objectWins)
        return banks.count
      },
    ]
  }

  /// Half as many banks as there are rows, of which every second is there, by their unique number.
  private static func importing(
    _ way: String,
    _ write: @escaping @Sendable (ManagedObjectContext, [BankSeed]) throws -> Int
  ) -> MatrixCell {
    MatrixCell(
      name: "W7", title: "banks imported by unique number, half are there, \(way)", most: 100_000,
      check: "SELECT sum(ZCERT + length(ZNAME) + 3 * length(ZCITY)) FROM ZFAILEDBANKINFO",
      ours: { container, rows in
        let (context, banks) = (try container.makeContext(), banksToImport(rows))
        return { try write(context, banks) }
      },
      raw: { connection, rows in
        let upsert = try connection.prepare(
          """
          \(Bank.insert) ON CONFLICT (ZCERT) DO UPDATE SET Z_OPT = Z_OPT + 1, \
          ZACQUIRER = excluded.ZACQUIRER, ZCITY = excluded.ZCITY, ZNAME = excluded.ZNAME, \
          ZSTATE = excluded.ZSTATE
          """)
        let maximum = try connection.prepare(SQL.raiseMaximum)
        let arena = TextArena()
        var key = Int64(rows)
        let banks = banksToImport(rows).map { seed in
          key += 1
          return Bank(seed, key: key, detailsKey: nil)
        }
        return {
          try connection.transaction {
            for bank in banks {
              bank.bindAll(upsert, in: arena)
              try upsert.run()
            }
            maximum.bind(key, at: 1)
            maximum.bind(Schema.bankEntity, at: 2)
            try maximum.run()
          }
          return banks.count
        }
      },
      grdb: { queue, rows in
        let banks = banksToImport(rows).map(ImportedBank.init)
        return {
          try queue.write { database in
            for bank in banks { try bank.upsert(database) }
          }
          return banks.count
        }
      })
  }

  private static func banksToImport(_ rows: Int) -> [BankSeed] {
    (rows - rows / 4 + 1...rows + rows / 4).map { BankSeed(cert: $0) }
  }
}

/// A bank that is known by its unique number, as a GRDB record.
private struct ImportedBank: PersistableRecord {
  static let databaseTableName = "ZFAILEDBANKINFO"
  let seed: BankSeed

  func encode(to container: inout PersistenceContainer) {
    container["Z_ENT"] = Schema.bankEntity
    container["Z_OPT"] = 1
    container["ZCERT"] = seed.cert
    container["ZACQUIRER"] = seed.acquirer
    container["ZCITY"] = seed.city
    container["ZNAME"] = seed.name
    container["ZSTATE"] = seed.state
  }
}
