/// A model as the text of the `.model` language.
///
/// Reading the text gives the model back. What the language has no sign for,
/// such as predicates of imported models, is written with functions.
public func sourceText(of model: ManagedObjectModel) -> String {
  sourceText(of: model, allowing: [])
}

/// The text of a model whose older versions were never held against it, such
/// as those of an imported one: its header allows what got lost since.
///
/// What is lost is dropped when a store is migrated, as Core Data's inference
/// does.
public func sourceText(
  of model: ManagedObjectModel, since released: [ManagedObjectModel]
) -> String {
  let text = sourceText(of: model)
  let texts = released.map { SourceFile(path: "", text: sourceText(of: $0)) }
  let found = checkVersions(current: [SourceFile(path: "", text: text)], released: texts)
  let names = Set(found.map(\.name))
  return sourceText(
    of: model, allowing: DiagnosticName.ofVersions.filter { names.contains($0.rawValue) })
}

/// The texts of a model's declarations, line by line, the number of its version
/// aside: `model`, `entity Tag`, `Tag.name`, `Tag.fetch all()`, `query names`.
package func declarationTexts(of model: ManagedObjectModel) -> [String: [String]] {
  var model = model
  model.version = nil
  return ModelPrinter(model).declarations
}

private func sourceText(of model: ManagedObjectModel, allowing names: [DiagnosticName]) -> String {
  let text = ModelPrinter(model, allowing: names).text
  return formatted(SourceFile(path: "", text: text)).text
}
