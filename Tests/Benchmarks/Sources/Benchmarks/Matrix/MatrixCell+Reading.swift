import BenchModel
import GRDB
import ModelRuntime

extension MatrixCell {
  /// The cells that leave the store as it is.
  static var reading: [MatrixCell] { fetching + lookUps + asking + [releasing] }

  private static var lookUps: [MatrixCell] {
    [false, true].flatMap { isWarm in
      [LookUp.Order.inSequence, .atRandom].map { LookUp(order: $0, isWarm: isWarm).cell }
    }
  }

  /// Whole tables.
  private static var fetching: [MatrixCell] {
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
        },
        grdb: { queue, _ in
          { try queue.read { try PlainBank.selectPrimaryKey(as: Int64.self).fetchAll($0) }.count }
        }),
      MatrixCell(
        name: "R2", title: "all banks, all read",
        ours: { container, _ in banks(in: try container.makeContext(), FailedBankInfo.all) },
        raw: { banks(try $0.prepare(SQL.selectBanks), $1) },
        grdb: { queue, _ in banks(queue, PlainBank.all()) }),
      MatrixCell(
        name: "R3", title: "all banks again, all held", most: 100_000,
        ours: { container, _ in
          let context = try container.makeContext()
          let held = try context.fetch(FailedBankInfo.all)
          let again = banks(in: context, FailedBankInfo.all)
          return { try withExtendedLifetime(held, again) }
        },
        raw: { banks(try $0.prepare(SQL.selectBanks), $1) },
        grdb: { queue, _ in banks(queue, PlainBank.all()) }),
    ]
  }

  /// Conditions, orders, pages, counts.
  private static var asking: [MatrixCell] {
    [
      MatrixCell(
        name: "R5", title: "banks of a city, no index (1 in 100)",
        ours: { container, _ in
          banks(in: try container.makeContext(), FailedBankInfo.where { $0.city == "City of 7" })
        },
        raw: { banks(try $0.prepare(SQL.selectBanks + " WHERE ZCITY = 'City of 7'"), $1) },
        grdb: { queue, _ in banks(queue, PlainBank.filter(Column("ZCITY") == "City of 7")) }),
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
        },
        grdb: { queue, rows in
          banks(queue, PlainBank.order(Column("ZNAME")).limit(50, offset: rows / 2))
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
        },
        grdb: { queue, _ in
          { try queue.read { try PlainBank.filter(Column("ZSTATE") == "S7").fetchCount($0) } }
        }),
      MatrixCell(
        name: "R7", title: "greatest of all zips",
        ours: { container, _ in
          let context = try container.makeContext()
          return { Int(try context.maximum(FailedBankDetails.all) { $0.zip } ?? 0) }
        },
        raw: { connection, _ in try number(connection, "SELECT max(ZZIP) FROM ZFAILEDBANKDETAILS")
        },
        grdb: { queue, _ in
          let greatest = PlainDetails.select(max(Column("ZZIP")), as: Int.self)
          return { try queue.read { try greatest.fetchOne($0) } ?? 0 }
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
        },
        grdb: { queue, rows in
          let details = TableAlias()
          let zip = details[Column("ZZIP")]
          return banks(
            queue,
            PlainBank.joining(required: PlainBank.details.aliased(details))
              .filter(zip > rows / 2).order(zip).limit(20))
        }),
    ]
  }

  private static var releasing: MatrixCell {
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
      })
  }

  // What the cells above are made of. A figure is a sum of what every row says, so that all of it
  // is read.

  private static func banks(
    in context: ManagedObjectContext, _ request: ModelRuntime.FetchRequest<FailedBankInfo>
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

  static func keys(_ statement: RawStatement) throws -> [Int64] {
    defer { statement.reset() }
    var keys: [Int64] = []
    while try statement.step() { keys.append(statement.int64(0)) }
    return keys
  }

  private static func banks(
    _ queue: DatabaseQueue, _ request: QueryInterfaceRequest<PlainBank>
  ) -> Trial {
    {
      try queue.read { try request.fetchAll($0) }
        .reduce(0) { $0 + Int($1.cert ?? 0) + $1.name.utf8.count }
    }
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

/// Looking banks up by their keys, each by a request of its own: at most a thousand.
private struct LookUp {
  enum Order: String {
    case inSequence = "in sequence"
    case atRandom = "at random"
  }

  let order: Order
  /// Whether all of them are held; by hand there is nothing that could hold them.
  let isWarm: Bool

  var cell: MatrixCell {
    MatrixCell(
      name: "R4", title: "banks by key, \(order.rawValue), \(isWarm ? "held" : "cold")",
      most: 100_000,
      ours: { container, rows in
        let context = try container.makeContext()
        let entity = try OursContender.bankEntity(in: container)
        let ids = keys(rows).map { ObjectID(entity: entity, key: $0) }
        let held = isWarm ? try context.fetch(FailedBankInfo.all) : []
        return {
          try withExtendedLifetime(held) {
            try ids.reduce(0) {
              let bank = try context.existingObject(FailedBankInfo.self, with: $1)
              return $0 + (bank?.name.utf8.count ?? 0)
            }
          }
        }
      },
      raw: { connection, rows in
        let (statement, keys) = (try connection.prepare(SQL.bankByKey), keys(rows))
        return {
          try keys.reduce(0) {
            statement.bind($1, at: 1)
            defer { statement.reset() }
            return try statement.step() ? $0 + Bank(statement).name.utf8.count : $0
          }
        }
      },
      grdb: { queue, rows in
        let keys = keys(rows)
        return {
          try keys.reduce(0) { sum, key in
            let bank = try queue.read { try PlainBank.fetchOne($0, key: key) }
            return sum + (bank?.name.utf8.count ?? 0)
          }
        }
      })
  }

  private func keys(_ rows: Int) -> [Int64] {
    let keys = (1...min(rows, 1_000)).map(Int64.init)
    guard order == .atRandom else { return keys }
    var random = SplitMix(seed: 2012)
    return keys.shuffled(using: &random)
  }
}
