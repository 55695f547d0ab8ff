public import ModelSchema

/// A model as the text of the `.model` language.
///
/// Reading the text gives the model back. What the language has no sign for,
/// such as predicates of imported models, is written with functions.
public func sourceText(of model: ManagedObjectModel) -> String {
  let text = ModelPrinter(model).text
  return formatted(SourceFile(path: "", text: text)).text
}
