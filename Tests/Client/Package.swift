// swift-tools-version: 6.2

import PackageDescription

// A package that depends on this repository as a client does: the build tool plugin writes the code
// of the models beside the tests, and no generated code is committed here.
let package = Package(
  name: "client",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "modelgen", path: "../..")],
  targets: [
    .target(
      name: "GardenModel",
      dependencies: [.product(name: "ModelRuntime", package: "modelgen")],
      swiftSettings: [.treatAllWarnings(as: .error)],
      plugins: [.plugin(name: "ModelgenPlugin", package: "modelgen")]),
    .testTarget(
      name: "PluginTests",
      dependencies: [
        "GardenModel", .product(name: "ModelRuntime", package: "modelgen"),
        .product(name: "ModelGenerator", package: "modelgen"),
      ],
      swiftSettings: [.treatAllWarnings(as: .error)],
      plugins: [.plugin(name: "ModelgenPlugin", package: "modelgen")]),
  ]
)
