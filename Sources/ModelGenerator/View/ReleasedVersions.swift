/// The older versions of a model as constants of generated code.
struct ReleasedVersions {
  let models: [ManagedObjectModel]
  let shape: ModelShape

  /// The constants' names: `bankVersion1`.
  var constants: [String] {
    models.map { "\(SwiftName.lowerCamel(shape.model.name))Version\($0.version ?? 0)" }
  }

  /// The constants as templates receive them.
  var templates: [VersionTemplate] { zip(models, constants).map(template) }

  private func template(of model: ManagedObjectModel, _ constant: String) -> VersionTemplate {
    let access = shape.access.modifier
    let column = "  \(access)static let \(constant) = ".count
    // Parts that no migration needs would only make programs larger.
    let layout = DescriptionLiteral.model(model.storedPart, entity: DescriptionLiteral.entity)
    return VersionTemplate(
      number: model.version ?? 0, access: access, constant: constant,
      value: layout.text(indentation: 2, column: column))
  }
}

/// An older version as the template `swift-types` receives it.
struct VersionTemplate: TemplateRecord {
  let number: Int
  let access: String
  /// The name of the constant.
  let constant: String
  /// The model, as a Swift expression.
  let value: String
}
