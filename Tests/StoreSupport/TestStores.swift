public import ModelRuntime

#if PostgreSQL
  internal import ModelPostgres
#endif

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The store that tests of the object graph run over: a file, or what `MODEL_TEST_STORE`
/// says, `dictionary` or `postgresql`.
public enum TestStores {
  /// The kind of store: nil for a file.
  public static var kind: String? { ProcessInfo.processInfo.environment["MODEL_TEST_STORE"] }

  /// The server that `.ci/postgres` started; nil where there is none.
  public static var server: String? { ProcessInfo.processInfo.environment["MODEL_POSTGRES"] }

  /// A container of a test, with nothing in it; `configuration` is for a file.
  public static func container(
    _ model: CompiledModel, _ configuration: StoreConfiguration
  ) throws -> PersistentContainer {
    switch kind {
    case "dictionary": return try PersistentContainer(model, incrementalStore: DictionaryStore())
    #if PostgreSQL
      case "postgresql":
        return try PersistentContainer(model, incrementalStore: postgresStore())
    #endif
    default: return try PersistentContainer(model, configuration: configuration)
    }
  }

  #if PostgreSQL
    /// A store in a schema of its own.
    public static func postgresStore(
      schema: String = newSchema(), poolSize: Int = 4
    ) throws -> any IncrementalStore {
      try PostgresStore(server ?? "", schema: schema, poolSize: poolSize)
    }

    /// The name of a schema that no other test has.
    public static func newSchema() -> String {
      "t" + UUID().uuidString.replacing("-", with: "").lowercased()
    }
  #endif
}
