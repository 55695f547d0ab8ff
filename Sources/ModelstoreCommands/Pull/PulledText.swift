internal import ModelLanguage

/// The text of a pulled model, which has been read back without mistakes.
struct PulledText {
  let text: String
  /// The model as it was read back.
  let model: ManagedObjectModel

  /// Creates the text of a model in the model language, or in the format of
  /// Xcode.
  ///
  /// - Throws: `StoreError` if the text cannot be read back.
  init(_ model: ManagedObjectModel, of path: String, forXcode: Bool = false) throws {
    let reading: ModelReading?
    if forXcode {
      text = dataModelFiles(of: model).files["contents"] ?? ""
      let files = DataModelFiles(
        path: "\(model.name).xcdatamodel", contents: ["contents": Array(text.utf8)])
      reading = readDataModel(files).current?.reading
    } else {
      text = sourceText(of: model)
      reading = readModel([SourceFile(path: "\(model.name).model", text: text)])
    }
    guard let read = reading?.model else {
      let mistake = reading?.diagnostics.first { $0.severity == .error }?.message ?? "no model"
      throw StoreError(.database, "no model can be made of '\(path)': \(mistake)")
    }
    self.model = read
  }
}
