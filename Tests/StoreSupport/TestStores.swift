public import ModelRuntime

#if PostgreSQL
  public import ModelPostgres
#endif

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The store that tests of the object graph run over: a file, or what `MODEL_TEST_STORE`
/// says, `dictionary`, `postgresql` or `portable`, which is PostgreSQL with that profile.
public enum TestStores {
  /// The kind of store: nil for a file.
  public static var kind: String? { ProcessInfo.processInfo.environment["MODEL_TEST_STORE"] }

  /// The server that `.ci/postgres` started; nil where there is none.
  public static var server: String? { ProcessInfo.processInfo.environment["MODEL_POSTGRES"] }

  /// A container of a test, with nothing in it; the rest of `configuration` than
  /// `keepsHistory` is for a file.
  public static func container(
    _ model: CompiledModel, _ configuration: StoreConfiguration
  ) throws -> PersistentContainer {
    switch kind {
    case "dictionary":
      return try PersistentContainer(
        model, incrementalStore: DictionaryStore(), keepsHistory: configuration.keepsHistory)
    #if PostgreSQL
      case "postgresql":
        return try PersistentContainer(
          model, incrementalStore: postgresStore(), keepsHistory: configuration.keepsHistory)
      case "portable":
        return try PersistentContainer(
          model, incrementalStore: postgresStore(profile: .portable),
          keepsHistory: configuration.keepsHistory)
    #endif
    default: return try PersistentContainer(model, configuration: configuration)
    }
  }

  /// Containers of one new store, as several programs open it; the same one several times where
  /// programs cannot share it.
  public static func programs(
    _ count: Int, _ model: CompiledModel, _ configuration: StoreConfiguration
  ) throws -> [PersistentContainer] {
    #if PostgreSQL
      if kind == "postgresql" || kind == "portable" {
        let (schema, profile) = (newSchema(), kind == "portable" ? PostgresProfile.portable : .full)
        return try (0..<count).map { _ in
          try PersistentContainer(
            model, incrementalStore: postgresStore(schema: schema, poolSize: 1, profile: profile),
            keepsHistory: configuration.keepsHistory)
        }
      }
    #endif
    let container = try container(model, configuration)
    return Array(repeating: container, count: count)
  }

  #if PostgreSQL
    /// A store in a schema of its own.
    public static func postgresStore(
      schema: String = newSchema(), poolSize: Int = 4, profile: PostgresProfile = .full,
      timeout: Double = 30, server: String? = server
    ) throws -> any IncrementalStore {
      try PostgresStore(
        server ?? "", schema: schema, poolSize: poolSize, profile: profile, timeout: timeout)
    }

    /// The name of a schema that no other test has.
    public static func newSchema() -> String {
      "t" + UUID().uuidString.replacing("-", with: "").lowercased()
    }
  #endif
}
