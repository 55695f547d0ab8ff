import BenchModel
import ModelRuntime

extension MatrixCell {
  /// The cells that change the store, each trial a store of its own.
  static var writing: [MatrixCell] {
    [
      MatrixCell(
        name: "W3", title: "100 saves of one object each",
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
        }),
      MatrixCell(
        name: "W5", title: "10 of all banks, which are held, changed and saved",
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
        }),
      MatrixCell(
        name: "W6", title: "a save of nothing, all banks held",
        ours: { container, _ in
          let context = try container.makeContext()
          let banks = try context.fetch(FailedBankInfo.all)
          return {
            try context.save()
            return banks.isEmpty ? 1 : 0
          }
        }, raw: nil),
      MatrixCell(
        name: "W9", title: "a state's banks (1 in 50) given a city by condition",
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
        }),
    ]
  }
}
