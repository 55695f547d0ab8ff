// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// What a client of the runtime links: inlined code reaches down to SQLite, so the targets below
// list every module whose code they inline, and the product hands all of them to clients.
let runtime: [Target.Dependency] = [
  "ModelRuntime", "ModelStorage", "ModelPredicates", "ModelSchema", "ModelSQLite", "CModelSQLite",
]

// Where MODELGEN_BUNDLE names an artifact bundle, as `make tool` packs it, the plugin runs the tool
// in there, and nothing of the generator is built. The package manager takes relative paths only.
let bundle = Context.environment["MODELGEN_BUNDLE"].flatMap { path -> String? in
  guard !path.isEmpty else { return nil }
  guard path.hasPrefix("/") else { return path }
  let depth = Context.packageDirectory.split(separator: "/").count
  return String(repeating: "../", count: depth) + path.dropFirst()
}
let tool: Target =
  if let bundle {
    .binaryTarget(name: "modelgen", path: bundle)
  } else {
    .executableTarget(
      name: "modelgen", dependencies: ["ModelPlatform", "ModelSchema", "ModelgenCommands"],
      swiftSettings: settings)
  }

// Only macOS keeps plugins from writing, so that only there anybody has to be asked.
#if os(macOS)
  let permissions: [PluginPermission] = [
    .writeToPackageDirectory(reason: "modelgen writes generated code and released versions")
  ]
#else
  let permissions: [PluginPermission] = []
#endif

// The trait is another build of every module. Where MODEL_WITH_LIBPQ is set, as the Makefile sets it
// where libpq's headers are, the targets that talk to PostgreSQL are built as the trait has them,
// and all others as without it: so its tests are built with the rest, and nothing twice.
let isWithLibpq = Context.environment["MODEL_WITH_LIBPQ"].map { !$0.isEmpty } ?? false
let postgresCondition: TargetDependencyCondition? =
  isWithLibpq ? nil : .when(traits: ["PostgreSQL"])
let postgresSettings = settings + (isWithLibpq ? [.define("PostgreSQL")] : [])

let package = Package(
  name: "modelgen",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  // The other programs, `banks`, `todo` and `modelgen-lsp`, are none of these: what a client has
  // run once, it builds from then on. In this package they run all the same.
  products: [
    .library(
      name: "ModelRuntime",
      targets: ["ModelRuntime", "ModelStorage", "ModelPredicates", "ModelSchema", "ModelSQLite"]),
    .library(
      name: "ModelGenerator",
      targets: ["ModelGenerator", "ModelLanguage", "ModelPredicates", "ModelSchema"]),
    .library(name: "ModelPostgres", targets: ["ModelPostgres"]),
    .library(name: "ModelScreens", targets: ["ModelScreens"]),
    .library(name: "ModelCommands", targets: ["ModelCommands"]),
    .library(name: "ModelstoreCommands", targets: ["ModelstoreCommands"]),
    .library(name: "ModelTerminal", targets: ["ModelTerminal"]),
    .executable(name: "modelgen", targets: ["modelgen"]),
    .executable(name: "modelstore", targets: ["modelstore"]),
    .plugin(name: "ModelgenPlugin", targets: ["ModelgenPlugin"]),
    .plugin(name: "ModelgenCommandPlugin", targets: ["ModelgenCommandPlugin"]),
  ],
  traits: [
    .trait(name: "PostgreSQL", description: "Stores in PostgreSQL databases; wants libpq")
  ],
  targets: [
    // Without `pkgConfig`, which would make one of the build systems warn where libpq is missing
    // and nobody asks for it.
    .systemLibrary(
      name: "CModelPostgres", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
    .target(
      name: "ModelPostgres",
      dependencies: [
        .target(name: "CModelPostgres", condition: postgresCondition),
        "ModelStorage", "ModelPredicates", "ModelSchema", "ModelSQLite", "CModelSQLite",
      ], swiftSettings: postgresSettings),
    .systemLibrary(
      name: "CModelSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .target(name: "ModelSQLite", dependencies: ["CModelSQLite"], swiftSettings: settings),
    .target(name: "ModelPlatform", swiftSettings: settings),
    .target(name: "ModelSchema", dependencies: ["ModelPlatform"], swiftSettings: settings),
    .target(
      name: "ModelPredicates", dependencies: ["ModelSchema"], swiftSettings: settings),
    .target(
      name: "ModelStorage",
      dependencies: [
        "ModelPlatform", "ModelPredicates", "ModelSchema", "ModelSQLite", "CModelSQLite",
      ],
      swiftSettings: settings),
    .target(
      name: "ModelRuntime",
      dependencies: [
        "ModelStorage", "ModelPredicates", "ModelSchema", "ModelSQLite", "CModelSQLite",
      ],
      swiftSettings: settings),
    .target(
      name: "ModelLanguage", dependencies: ["ModelPredicates", "ModelSchema"],
      resources: [.embedInCode("Diagnostics/Explanations.md")], swiftSettings: settings),
    .target(
      name: "ModelGenerator", dependencies: ["ModelPredicates", "ModelSchema"],
      resources: [.embedInCode("Templates")], swiftSettings: settings),
    .target(
      name: "ModelgenCommands",
      dependencies: ["ModelLanguage", "ModelGenerator", "ModelPredicates", "ModelSchema"],
      swiftSettings: settings),
    tool,
    .target(
      name: "ModelLanguageServer", dependencies: ["ModelLanguage", "ModelSchema"],
      swiftSettings: settings),
    .executableTarget(
      name: "modelgen-lsp", dependencies: ["ModelLanguageServer", "ModelPlatform"],
      swiftSettings: settings),
    .target(
      name: "ModelstoreCommands",
      dependencies: [
        "ModelCommands", "ModelGenerator", "ModelLanguage", "ModelPlatform", "ModelScreens",
        "ModelTerminal",
      ] + runtime,
      swiftSettings: settings),
    .executableTarget(
      name: "modelstore",
      dependencies: [
        "ModelstoreCommands", .target(name: "ModelPostgres", condition: postgresCondition),
      ] + runtime,
      swiftSettings: postgresSettings),
    .plugin(
      name: "ModelgenPlugin", capability: .buildTool(), dependencies: ["modelgen"],
      path: "Sources/ModelgenPlugin"),
    .plugin(
      name: "ModelgenCommandPlugin",
      capability: .command(
        intent: .custom(verb: "modelgen", description: "Runs modelgen on models of the package"),
        permissions: permissions),
      dependencies: ["modelgen"], path: "Sources/ModelgenCommandPlugin"),
    .target(name: "ModelScreens", dependencies: runtime, swiftSettings: settings),
    .target(
      name: "ModelCommands", dependencies: ["ModelPlatform", "ModelScreens"] + runtime,
      swiftSettings: settings),
    .target(
      name: "ModelTerminal", dependencies: ["ModelPlatform", "ModelScreens"] + runtime,
      swiftSettings: settings),
    .target(name: "BankModel", dependencies: runtime, swiftSettings: settings),
    .target(
      name: "BankApp", dependencies: ["BankModel", "ModelCommands", "ModelScreens"] + runtime,
      swiftSettings: settings),
    .testTarget(
      name: "ModelLanguageTests",
      dependencies: ["ModelLanguage", "ModelPredicates", "ModelSchema", "TestSupport"],
      resources: [.copy("Fixtures")], swiftSettings: settings),
    .executableTarget(
      name: "banks",
      dependencies: [
        "BankApp", "BankModel", "ModelCommands", "ModelScreens", "ModelTerminal",
        .target(name: "ModelPostgres", condition: postgresCondition),
      ] + runtime,
      swiftSettings: postgresSettings),
    .target(name: "TodoModel", dependencies: runtime, swiftSettings: settings),
    .target(
      name: "TodoApp",
      dependencies: ["TodoModel", "ModelCommands", "ModelPlatform", "ModelScreens"] + runtime,
      swiftSettings: settings),
    .executableTarget(
      name: "todo",
      dependencies: ["TodoApp", "TodoModel", "ModelCommands", "ModelScreens", "ModelTerminal"]
        + runtime,
      swiftSettings: settings),
    .target(
      name: "TestSupport", dependencies: ["ModelSQLite", "CModelSQLite"],
      path: "Tests/TestSupport", swiftSettings: settings),
    .target(name: "FileFaults", path: "Tests/FileFaults"),
    .target(
      name: "FuzzInputs",
      dependencies: [
        "BankApp", "BankModel", "ModelCommands", "ModelGenerator", "ModelLanguage", "ModelScreens",
      ] + runtime,
      path: "Tests/FuzzInputs", exclude: ["Found", "Seeds"], swiftSettings: settings),
    .testTarget(
      name: "ReliabilityTests",
      dependencies: [
        "BankModel", "FileFaults", "FuzzInputs", "StoreSupport", "TestSupport", "WorkloadSupport",
      ] + runtime,
      exclude: ["Models"], swiftSettings: settings),
    .target(
      name: "WorkloadSupport", dependencies: ["TestSupport"] + runtime,
      path: "Tests/WorkloadSupport", exclude: ["Models"], swiftSettings: settings),
    .executableTarget(
      name: "soak", dependencies: ["TestSupport", "WorkloadSupport"] + runtime, path: "Tests/Soak",
      swiftSettings: settings),
    .target(
      name: "StoreSupport",
      dependencies: [.target(name: "ModelPostgres", condition: postgresCondition)] + runtime,
      path: "Tests/StoreSupport", exclude: ["FilesAlone.txt", "PostgresAlone.txt"],
      swiftSettings: postgresSettings),
    .testTarget(
      name: "PostgresTests",
      dependencies: [
        "BankModel", "StoreSupport", "TestSupport", "TodoApp", "TodoModel",
        .target(name: "ModelPostgres", condition: postgresCondition),
      ] + runtime,
      exclude: ["Models"], swiftSettings: postgresSettings),
    .testTarget(
      name: "ModelSQLiteTests", dependencies: ["ModelSQLite", "CModelSQLite", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "ModelRuntimeTests",
      dependencies: [
        "BankApp", "BankModel", "ModelCommands", "ModelGenerator", "ModelLanguage", "ModelScreens",
        "ModelTerminal", "ModelstoreCommands", "TestSupport", "TodoModel",
      ] + runtime,
      exclude: ["Conditions", "Documentation/Samples.swift", "Isolation"], swiftSettings: settings),
    .testTarget(
      name: "ModelScreensTests",
      dependencies: ["ModelScreens", "BankModel", "TestSupport"] + runtime,
      swiftSettings: settings),
    .testTarget(
      name: "ModelTerminalTests", dependencies: ["ModelTerminal", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "BankAppTests",
      dependencies: [
        "BankApp", "BankModel", "ModelCommands", "ModelScreens", "ModelGenerator", "ModelLanguage",
        "TestSupport", "banks", .target(name: "modelgen"),
      ] + runtime,
      exclude: ["Terminal/Recorded"], swiftSettings: settings),
    .testTarget(
      name: "ModelGeneratorTests",
      dependencies: ["ModelGenerator", "ModelLanguage", "TestSupport"] + runtime,
      exclude: ["Cases", "Mustache/mustache-inheritance.json"],
      swiftSettings: settings),
    .testTarget(
      name: "StoreFileTests", dependencies: ["ModelLanguage", "TestSupport"] + runtime,
      exclude: ["Models"], swiftSettings: settings),
    .testTarget(
      name: "ObjectGraphTests", dependencies: ["StoreSupport", "TestSupport"] + runtime,
      exclude: ["Models"], swiftSettings: settings),
    .testTarget(
      name: "FetchingTests", dependencies: ["StoreSupport", "TestSupport"] + runtime,
      exclude: ["Models"], swiftSettings: settings),
    .testTarget(
      name: "SpellingTests", dependencies: ["TestSupport"] + runtime, exclude: ["Models"],
      swiftSettings: settings),
    .testTarget(
      name: "MigrationTests",
      dependencies: [
        "BankModel", "ModelCommands", "ModelstoreCommands", "TestSupport",
        .target(name: "modelstore"),
      ] + runtime,
      swiftSettings: settings),
    .testTarget(
      name: "ModelstoreTests",
      dependencies: [
        "ModelCommands", "ModelGenerator", "ModelLanguage", "ModelstoreCommands", "TestSupport",
        .target(name: "modelstore"),
      ] + runtime,
      exclude: ["Databases", "Recorded"], swiftSettings: settings),
    .testTarget(
      name: "TodoAppTests",
      dependencies: [
        "TodoApp", "TodoModel", "ModelCommands", "ModelScreens", "ModelGenerator", "ModelLanguage",
        "TestSupport", "todo",
      ] + runtime,
      exclude: ["Recorded"], swiftSettings: settings),
    .testTarget(
      name: "ApplicationTests",
      dependencies: [
        "ModelCommands", "ModelScreens", "ModelGenerator", "ModelLanguage", "TestSupport",
      ] + runtime,
      exclude: ["Models", "Recorded"], swiftSettings: settings),
    .testTarget(
      name: "LanguageServerTests",
      dependencies: [
        "ModelLanguage", "ModelLanguageServer", "ModelSchema", "TestSupport",
        .target(name: "modelgen-lsp"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "ModelgenTests",
      dependencies: [
        "ModelgenCommands", "ModelLanguage", "ModelSchema", "TestSupport",
        .target(name: "modelgen"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "ModelPredicatesTests",
      dependencies: ["ModelPredicates", "ModelSchema", "ModelStorage", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "ModelSchemaTests", dependencies: ["ModelSchema", "TestSupport"],
      swiftSettings: settings),
  ]
)

// `Tests/fuzz.sh` builds everything with the sanitizer that libFuzzer is told by, and links what
// runs it. The linker is another one: the usual one fails on libFuzzer's debug information.
if Context.environment["MODEL_FUZZING"] != nil {
  package.targets += [
    .target(name: "CFuzzer", path: "Tests/CFuzzer"),
    .executableTarget(
      name: "fuzz", dependencies: ["CFuzzer", "FuzzInputs"], path: "Tests/Fuzzing",
      swiftSettings: settings, linkerSettings: [.unsafeFlags(["-use-ld=lld"])]),
  ]
}
