/// Returns a model as text in the `.model` language.
///
/// Reading the text gives the same model. Parts that have no syntax, such as
/// some predicates of imported models, are written with functions.
public func sourceText(of model: ManagedObjectModel) -> String {
  sourceText(of: model, allowing: [])
}

/// Returns the text of a model that has not been compared with its older
/// versions yet, such as an imported model. The header of the text allows the
/// errors that this comparison would report, such as lost properties.
///
/// The values of lost properties are dropped when a store is migrated, as in a
/// migration that Core Data infers.
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

/// Returns the lines of each declaration of a model, without the version number and
/// the positions in Xcode's editor: `model`, `entity Tag`, `Tag.name`, `Tag.fetch all()`, `query names`.
package func declarationTexts(of model: ManagedObjectModel) -> [String: [String]] {
  var model = model
  model.version = nil
  for index in model.entities.indices { model.entities[index].userInfo[EditorFrame.key] = nil }
  return ModelPrinter(model).declarations
}

private func sourceText(of model: ManagedObjectModel, allowing names: [DiagnosticName]) -> String {
  let text = ModelPrinter(model, allowing: names).text
  return formatted(SourceFile(path: "", text: text)).text
}
