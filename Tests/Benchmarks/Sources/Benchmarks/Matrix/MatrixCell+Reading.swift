import BenchModel
import ModelRuntime

extension MatrixCell {
  /// The cells that leave the store as it is.
  static var reading: [MatrixCell] {
    [
      MatrixCell(
        name: "R1", title: "identities of all banks",
        ours: { container, _ in
          let context = try container.makeContext()
          return { try context.fetchIDs(FailedBankInfo.all).count }
        },
        raw: { connection, _ in
          let statement = try connection.prepare("SELECT Z_PK FROM ZFAILEDBANKINFO")
          return { try keys(statement).count }
        }),
      MatrixCell(
        name: "R5", title: "banks of a city, no index (1 in 100)",
        ours: { container, _ in
          banks(in: try container.makeContext(), FailedBankInfo.where { $0.city == "City of 7" })
        },
        raw: { banks(try $0.prepare(SQL.selectBanks + " WHERE ZCITY = 'City of 7'"), $1) }),
      MatrixCell(
        name: "R6", title: "page of 50 in the middle, by name",
        ours: { container, rows in
          banks(
            in: try container.makeContext(),
            FailedBankInfo.all.sorted { [$0.name.ascending] }.offset(rows / 2).limit(50))
        },
        raw: { connection, rows in
          banks(
            try connection.prepare(
              SQL.selectBanks + " ORDER BY ZNAME LIMIT 50 OFFSET \(rows / 2)"), rows)
        }),
      MatrixCell(
        name: "R6", title: "banks of half of all numbers (IN)",
        ours: { container, rows in
          let certs = (1...rows / 2).map { Int32($0 * 2) }
          return banks(in: try container.makeContext(), FailedBankInfo.where { $0.cert.in(certs) })
        },
        raw: { connection, rows in
          let statement = try connection.prepare(
            SQL.selectBanks + " WHERE ZCERT IN (SELECT value FROM json_each(?))")
          let (list, arena) = ((1...rows / 2).map { "\($0 * 2)" }, TextArena())
          let run = banks(statement, rows)
          return {
            statement.bind("[" + list.joined(separator: ",") + "]", at: 1, in: arena)
            return try run()
          }
        }),
      MatrixCell(
        name: "R7", title: "count of a state's banks",
        ours: { container, _ in
          let context = try container.makeContext()
          return { try context.count(FailedBankInfo.where { $0.state == "S7" }) }
        },
        raw: { connection, _ in
          try number(connection, "SELECT count(*) FROM ZFAILEDBANKINFO WHERE ZSTATE = 'S7'")
        }),
      MatrixCell(
        name: "R7", title: "greatest of all zips",
        ours: { container, _ in
          let context = try container.makeContext()
          return { Int(try context.maximum(FailedBankDetails.all) { $0.zip } ?? 0) }
        },
        raw: { connection, _ in try number(connection, "SELECT max(ZZIP) FROM ZFAILEDBANKDETAILS") }
      ),
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
          return { try keys(statement).count }
        }),
      MatrixCell(
        name: "R10", title: "20 banks by their details' zip, filtered by it, no index",
        ours: { container, rows in
          let least = Int32(rows / 2)
          return banks(
            in: try container.makeContext(),
            FailedBankInfo.where { $0.details.zip > least }
              .sorted { [$0.details.zip.ascending] }.limit(20))
        },
        raw: { connection, rows in
          let columns =
            "b.Z_PK, b.Z_OPT, b.ZCERT, b.ZDETAILS, b.ZACQUIRER, b.ZCITY, b.ZNAME, b.ZSTATE"
          return banks(
            try connection.prepare(
              """
              SELECT \(columns) FROM ZFAILEDBANKDETAILS d \
              JOIN ZFAILEDBANKINFO b ON b.ZDETAILS = d.Z_PK \
              WHERE d.ZZIP > \(rows / 2) ORDER BY d.ZZIP LIMIT 20
              """), rows)
        }),
      MatrixCell(
        name: "L1", title: "letting go of a context with all banks",
        ours: { container, _ in
          var held: (ManagedObjectContext, [FailedBankInfo])?
          let context = try container.makeContext()
          held = (context, try context.fetch(FailedBankInfo.all))
          return {
            defer { held = nil }
            return held?.1.count ?? 0
          }
        },
        raw: { connection, _ in
          let statement = try connection.prepare(SQL.selectBanks)
          var held: [Bank] = []
          while try statement.step() { held.append(Bank(statement)) }
          statement.reset()
          return {
            defer { held = [] }
            return held.count
          }
        }),
    ]
  }

  // What the cells above are made of. A figure is a sum of what every row says, so that all of it
  // is read.

  private static func banks(
    in context: ManagedObjectContext, _ request: FetchRequest<FailedBankInfo>
  ) -> Trial {
    { try context.fetch(request).reduce(0) { $0 + Int($1.cert ?? 0) + $1.name.utf8.count } }
  }

  private static func banks(_ statement: RawStatement, _ rows: Int) -> Trial {
    {
      defer { statement.reset() }
      var banks: [Bank] = []
      while try statement.step() { banks.append(Bank(statement)) }
      return banks.reduce(0) { $0 + Int($1.cert ?? 0) + $1.name.utf8.count }
    }
  }

  private static func keys(_ statement: RawStatement) throws -> [Int64] {
    defer { statement.reset() }
    var keys: [Int64] = []
    while try statement.step() { keys.append(statement.int64(0)) }
    return keys
  }

  private static func number(_ connection: RawConnection, _ sql: String) throws -> Trial {
    let statement = try connection.prepare(sql)
    return {
      defer { statement.reset() }
      guard try statement.step() else { throw BenchError("no row: \(sql)") }
      return Int(statement.int64(0))
    }
  }
}
