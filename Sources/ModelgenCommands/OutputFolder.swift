/// The folder to which the files of a model are written.
enum OutputFolder {
  /// Returns the default folder for the generated files of a model, which is
  /// the source folder of the target that is named after the model or, if there
  /// is none, `Generated`.
  ///
  /// - Throws: `UsageError` if the build tool plugin generates the code of that
  ///   target.
  static func standard(
    for model: String, at path: String, files: FileSystem
  ) throws(UsageError) -> String {
    if let target = builtTarget(of: model, at: path, files: files) {
      throw .other(
        "target '\(target)' gets its code from ModelgenPlugin when it is built; "
          + "the same code in 'Sources/\(target)' would not compile",
        fix: "build the target, or pass '--output DIR' with a folder outside of it")
    }
    let sources = "Sources/\(model)Model"
    return files.isFolder(sources) ? sources + "/Generated" : "Generated"
  }

  /// Returns the target for which the build tool plugin generates a model's
  /// code, which is named after the model or has the model in its folder; nil
  /// if there is none.
  static func builtTarget(of model: String, at path: String, files: FileSystem) -> String? {
    guard let text = try? files.text(of: "Package.swift") else { return nil }
    let parts = path.split(separator: "/").drop { $0 == "." }
    let owner = parts.first == "Sources" && parts.count > 2 ? parts.dropFirst().first : nil
    let manifest = PackageManifest(text)
    return ["\(model)Model", owner.map(String.init)].lazy.compactMap(\.self)
      .first { manifest.feeds(target: $0) && files.isFolder("Sources/\($0)") }
  }
}
