#if PostgreSQL
  import Foundation
  import ModelPostgres
  import ModelRuntime
  import StoreSupport
  import XCTest

  /// Rows that are distributed by a value. The tables satisfy the requirements of
  /// distributed databases.
  final class ShardTests: PostgresTestCase {
    private func fleet(_ profile: PostgresProfile = .full) throws -> PersistentContainer {
      try PersistentContainer(
        .fleet, incrementalStore: try TestStores.postgresStore(schema: schema, profile: profile))
    }

    private func columns(of table: String) throws -> [String] {
      try sql(
        """
        SELECT column_name FROM information_schema.columns \
        WHERE table_schema = '\(schema)' AND table_name = '\(table)' ORDER BY column_name
        """)
    }

    /// The definitions of a table's constraints, without their deferral.
    private func constraints(of table: String) throws -> [String] {
      try sql(
        """
        SELECT replace(pg_get_constraintdef(oid), ' DEFERRABLE INITIALLY DEFERRED', '') \
        FROM pg_constraint WHERE conrelid = '"\(schema)"."\(table)"'::regclass \
        AND contype IN ('p', 'u', 'f') ORDER BY 1
        """
      ).map { $0.replacing("\(schema).", with: "") }
    }

    func testNamesOfTheModelAreTheDatabases() throws {
      let context = try fleet().makeContext()
      let account = Account(in: context, name: "A")
      let project = Project(in: context, name: "P", account: account)
      project.spot = Site(lat: 3, label: "here")
      try context.save()
      XCTAssertEqual(
        try columns(of: "the accounts"), ["id", "main_id", "title", "title_2", "version"])
      XCTAssertEqual(try sql("SELECT title FROM \"the accounts\""), ["A"])
      XCTAssertEqual(try sql("SELECT place_latitude, place_label FROM project"), ["3|here"])
      XCTAssertEqual(try context.count(Project.where { $0.spot.lat == 3 }), 1)
    }

    func testConstraintsContainTheValue() throws {
      _ = try fleet()
      let expected: [(String, [String])] = [
        ("the accounts", ["PRIMARY KEY (id)"]),
        (
          "project",
          [
            "FOREIGN KEY (account_id) REFERENCES \"the accounts\"(id)",
            "PRIMARY KEY (id, account_id)",
            "UNIQUE (account_id, name)",
          ]
        ),
        (
          "job",
          [
            "FOREIGN KEY (after_id, account_id) REFERENCES job(id, account_id)",
            "FOREIGN KEY (project_id, account_id) REFERENCES project(id, account_id)",
            "PRIMARY KEY (id, account_id)", "UNIQUE (project_id, number, account_id)",
          ]
        ),
        ("visit", ["PRIMARY KEY (id, tenant)"]),
      ]
      for (table, constraints) in expected {
        XCTAssertEqual(try self.constraints(of: table), constraints, table)
      }
    }

    func testRowsTakeTheValueOfTheObjectBehind() throws {
      for profile in [PostgresProfile.full, .portable] {
        try sql("DROP SCHEMA IF EXISTS \"\(schema)\" CASCADE")
        let container = try fleet(profile)
        let context = try container.makeContext()
        var jobs: [Job] = []
        for name in ["A", "B"] {
          let account = Account(in: context, name: name)
          let project = Project(in: context, name: "P", account: account)
          account.main = project
          jobs += (1...200).map { Job(in: context, project: project, number: $0) }
          jobs.append(Errand(in: context, project: project, number: 0))
          for job in jobs.suffix(200) { job.after = jobs[jobs.count - 201] }
        }
        try context.save()
        let wrong = "job j JOIN project p ON p.id = j.project_id WHERE j.account_id <> p.account_id"
        XCTAssertEqual(try sql("SELECT count(*) FROM \(wrong)"), ["0"], "\(profile)")
        XCTAssertEqual(try sql("SELECT count(DISTINCT account_id) FROM job"), ["2"])

        let other = try container.makeContext()
        let mine = try other.fetch(Job.where { $0.project.account.name == "A" })
        XCTAssertEqual(mine.count, 201)
        for job in mine where job.number > 100 { job.after = nil }
        try other.save()
        other.delete(try XCTUnwrap(other.fetch(Account.where { $0.name == "A" }).first))
        try other.save()
        XCTAssertEqual(
          try sql("SELECT count(*), min(number), max(number) FROM job"), ["201|0|200"])
        XCTAssertEqual(try sql("SELECT count(*) FROM \"the accounts\""), ["1"], "\(profile)")
      }
    }

    func testReferencesStayWithTheValue() throws {
      for profile in [PostgresProfile.full, .portable] {
        try sql("DROP SCHEMA IF EXISTS \"\(schema)\" CASCADE")
        let context = try fleet(profile).makeContext()
        let jobs = ["A", "B"].map { name in
          let account = Account(in: context, name: name)
          return Job(
            in: context, project: Project(in: context, name: "P", account: account), number: 1)
        }
        try context.save()
        jobs[0].after = jobs[1]
        XCTAssertEqual(reason { try context.save() }, .conflict, "\(profile)")
        jobs[0].after = nil
        try context.save()
        XCTAssertEqual(try sql("SELECT count(after_id) FROM job"), ["0"], "\(profile)")
      }
    }

    /// The reference is not cleared and does not prevent the delete. A foreign key from an
    /// older version of the library is removed when the store is opened.
    func testWhatAOneWayReferenceLeadsToCanGo() throws {
      for profile in [PostgresProfile.full, .portable] {
        try sql("DROP SCHEMA IF EXISTS \"\(schema)\" CASCADE")
        _ = try fleet(profile)
        try sql(
          """
          ALTER TABLE project ADD CONSTRAINT project_kind_id_fkey FOREIGN KEY (kind_id) \
          REFERENCES kind\(profile == .full ? " DEFERRABLE INITIALLY DEFERRED" : "")
          """)
        let context = try fleet(profile).makeContext()
        let kind = Kind(in: context, name: "k")
        let project = Project(in: context, name: "P", account: Account(in: context, name: "A"))
        project.kind = kind
        try context.save()
        context.delete(kind)
        XCTAssertNil(reason { try context.save() }, "\(profile)")
        XCTAssertEqual(try sql("SELECT count(*) FROM kind"), ["0"])
        XCTAssertEqual(try sql("SELECT kind_id FROM project"), ["\(kind.objectID.key)"])
      }
    }

    /// Saves an account with a job, as a program of an older model would.
    private func fill(_ model: CompiledModel) throws -> (account: ObjectID, job: ObjectID) {
      let context = try open(model).makeContext()
      let account = try context.insert(entityName: "Account", ["name": "A"])
      let project = try context.insert(entityName: "Project", ["name": "P"])
      try project.setValue(account, forKey: "account")
      let job = try context.insert(entityName: "Job", ["number": 1])
      try job.setValue(project, forKey: "project")
      try context.save()
      return (account.objectID, job.objectID)
    }

    func testAnOlderStoreIsSpread() throws {
      let model = CompiledModel.fleet.description
      var before = model
      for index in before.entities.indices {
        before.entities[index].shardName = nil
        before.entities[index].tableName = nil
      }
      before.version = 0
      let (account, job) = try fill(CompiledModel(before))
      XCTAssertEqual(try constraints(of: "job").filter { $0.contains("account_id") }, [])

      let context = try fleet().makeContext()
      let found = try XCTUnwrap(context.fetch(Job.all).first)
      XCTAssertEqual(found.objectID.key, job.key)
      XCTAssertEqual(found.project.account.name, "A")
      XCTAssertEqual(try sql("SELECT account_id FROM job"), ["\(account.key)"])
    }
  }
#endif
