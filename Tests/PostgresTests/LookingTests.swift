#if PostgreSQL
  import Foundation
  import ModelPostgres
  import ModelRuntime
  import StoreSupport
  import XCTest

  /// Reading a store's description, which writes nothing.
  final class LookingTests: PostgresTestCase {
    private var isThere: Bool {
      get throws {
        try sql("SELECT 1 FROM pg_namespace WHERE nspname = '\(schema)'") == ["1"]
      }
    }

    func testAStoreThatIsNotThereIsNotMadeByLooking() throws {
      for profile in [PostgresProfile.full, .portable] {
        let store = try TestStores.postgresStore(schema: schema, profile: profile)
        XCTAssertNil(try store.storedModel, "\(profile)")
        XCTAssertFalse(try isThere, "\(profile)")
      }
    }

    func testOpeningForReadingMakesNothing() throws {
      PostgresStore.register()
      let address = (TestStores.server ?? "") + "&schema=" + schema
      for profile in ["full", "portable"] {
        var configuration = StoreConfiguration(
          url: try XCTUnwrap(URL(string: address + "&profile=" + profile)))
        configuration.isReadOnly = true
        XCTAssertEqual(
          reason { _ = try PersistentContainer(.trade, configuration: configuration) },
          .cannotOpen, profile)
        XCTAssertFalse(try isThere, profile)
      }
    }

    func testAStoreThatWasMadeSinceIsTheOneThatIsRead() throws {
      let late = try TestStores.postgresStore(schema: schema)
      let store = try TestStores.postgresStore(schema: schema)
      let model = try PersistentContainer(.trade, incrementalStore: store).makeContext().model
      try late.openForReading(StoreSchema(layoutOf: model))
      XCTAssertEqual(late.identifier, store.identifier)
    }

    /// Both programs find no store before either makes it.
    func testProgramsThatMakeAStoreTogetherHaveOne() throws {
      for profile in [PostgresProfile.full, .portable] {
        try super.setUpWithError()
        let stores = try (0..<2).map { _ in
          try TestStores.postgresStore(schema: schema, profile: profile)
        }
        let contexts = try stores.map {
          try PersistentContainer(.trade, incrementalStore: $0).makeContext()
        }
        XCTAssertEqual(stores[0].identifier, stores[1].identifier, "\(profile)")
        let article = Article(in: contexts[0], title: "x")
        try contexts[0].save()
        XCTAssertEqual(try contexts[1].fetch(Article.all).map(\.objectID), [article.objectID])
      }
    }
  }
#endif
