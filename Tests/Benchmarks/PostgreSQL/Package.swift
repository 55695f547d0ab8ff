// swift-tools-version: 6.2

// A package of its own, since it wants a trait of the main one and libpq: nothing but
// `make bench-postgres` builds it.

import PackageDescription

let package = Package(
  name: "PostgreSQLBenchmarks",
  platforms: [.macOS(.v26)],
  dependencies: [.package(name: "modelgen", path: "../../..", traits: ["PostgreSQL"])],
  targets: [
    .systemLibrary(name: "CPQ"),
    .executableTarget(
      name: "pgbench",
      dependencies: [
        "CPQ", .product(name: "ModelPostgres", package: "modelgen"),
        .product(name: "ModelRuntime", package: "modelgen"),
      ],
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)],
      plugins: [.plugin(name: "ModelgenPlugin", package: "modelgen")]),
  ]
)
