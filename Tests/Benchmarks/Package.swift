// swift-tools-version: 6.2

// A package of its own, so that the main package keeps no dependencies: nothing but `make bench`
// builds it.

import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v26)],
  products: [
    .executable(name: "bench", targets: ["Benchmarks"])
  ],
  dependencies: [
    .package(name: "modelgen", path: "../.."),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CSQLiteRaw", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .target(
      name: "BenchModel", dependencies: [.product(name: "ModelRuntime", package: "modelgen")],
      swiftSettings: settings,
      plugins: [.plugin(name: "ModelgenPlugin", package: "modelgen")]),
    .target(
      name: "TaggedModel", dependencies: [.product(name: "ModelRuntime", package: "modelgen")],
      swiftSettings: settings,
      plugins: [.plugin(name: "ModelgenPlugin", package: "modelgen")]),
    .target(
      name: "MoneyModel", dependencies: [.product(name: "ModelRuntime", package: "modelgen")],
      swiftSettings: settings,
      plugins: [.plugin(name: "ModelgenPlugin", package: "modelgen")]),
    .target(
      name: "TextModel", dependencies: [.product(name: "ModelRuntime", package: "modelgen")],
      swiftSettings: settings,
      plugins: [.plugin(name: "ModelgenPlugin", package: "modelgen")]),
    .target(
      name: "ShapesModel", dependencies: [.product(name: "ModelRuntime", package: "modelgen")],
      swiftSettings: settings,
      plugins: [.plugin(name: "ModelgenPlugin", package: "modelgen")]),
    .executableTarget(
      name: "FirstRowC", dependencies: ["CSQLiteRaw"]),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "BenchModel", "MoneyModel", "ShapesModel", "TaggedModel", "TextModel", "CSQLiteRaw",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "ModelRuntime", package: "modelgen"),
        .product(name: "ModelstoreCommands", package: "modelgen"),
      ],
      swiftSettings: settings,
      // Valgrind reads the debug information of every program it starts: leave it off.
      linkerSettings: [.unsafeFlags(["-Xlinker", "-s"], .when(platforms: [.linux]))]),
  ]
)
