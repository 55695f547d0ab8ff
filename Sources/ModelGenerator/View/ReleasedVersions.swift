/// The Swift code of the constants that contain the older versions of a model.
struct ReleasedVersions {
  let models: [ManagedObjectModel]
  let shape: ModelShape

  /// The names of the constants, such as `bankVersion1`.
  var constants: [String] {
    models.map { "\(SwiftName.lowerCamel(shape.model.name))Version\($0.version ?? 0)" }
  }

  /// The values that templates receive for the constants.
  var templates: [VersionTemplate] { zip(models, constants).map(template) }

  private func template(of model: ManagedObjectModel, _ constant: String) -> VersionTemplate {
    let access = shape.access.modifier
    let column = "  \(access)static let \(constant) = ".count
    // Parts that no migration needs would only make programs larger.
    let layout = model.storedPart.literal
    return VersionTemplate(
      number: model.version ?? 0, access: access, constant: constant,
      value: layout.text(indentation: 2, column: column))
  }
}

/// The values that the template `swift-types` receives for an older version.
struct VersionTemplate: TemplateRecord {
  let number: Int
  let access: String
  /// The name of the constant for the older version.
  let constant: String
  /// The Swift expression that creates the model of the older version.
  let value: String
}
