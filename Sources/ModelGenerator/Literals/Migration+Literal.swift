extension MigrationDescription: LiteralRecord {
  static let defaults = ["steps": ""]

  var literal: CodeLayout {
    .call(
      "MigrationDescription(",
      arguments(replacing: ["fromVersion": .text(String(fromVersion))]))
  }
}

extension MigrationDescription.Step: LiteralCase {}

extension MigrationDescription.Assignment: LiteralRecord {
  static let initializer = ".init"
  static let unlabelled = ["keyPath", "expression"]
}

extension MappingModel.Entity: LiteralRecord {
  static let initializer = ".init"

  // A model says by its versions which entities are meant.
  static func label(of property: String) -> String? {
    ["sourceHash", "destinationHash"].contains(property) ? nil : property
  }
}

extension MappingModel.Kind: LiteralCase {}

extension MappingModel.Property: LiteralRecord {
  static let initializer = ".init"
  static let unlabelled = ["name", "value"]
}

extension MappingModel.Property.Value: LiteralCase {}
