import ModelSchema

/// The older versions of a model as constants of generated code.
struct ReleasedVersions {
  let models: [ManagedObjectModel]
  let shape: ModelShape

  /// The constants' names: `bankVersion1`.
  var constants: [String] {
    models.map { "\(SwiftName.lowerCamel(shape.model.name))Version\($0.version ?? 0)" }
  }

  /// The constants as the template receives them.
  var values: [TemplateValue] { zip(models, constants).map(value) }

  private func value(of model: ManagedObjectModel, _ constant: String) -> TemplateValue {
    let access = shape.access.modifier
    let column = "  \(access)static let \(constant) = ".count
    let layout = DescriptionLiteral.model(model.storedPart, entity: DescriptionLiteral.entity)
    return [
      "number": .text("\(model.version ?? 0)"), "access": .text(access),
      "constant": .text(constant),
      "value": .text(layout.text(indentation: 2, column: column)),
    ]
  }
}
