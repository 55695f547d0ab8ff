/// The folder that a model's files go to.
enum OutputFolder {
  /// The folder that a run writes to when it is not told one: the sources of
  /// the target that is named after the model, else `Generated`.
  ///
  /// - Throws: `UsageError` where the build tool plugin generates that target.
  static func standard(for model: String, files: FileSystem) throws(UsageError) -> String {
    let target = "\(model)Model"
    let sources = "Sources/\(target)"
    guard files.isFolder(sources) else { return "Generated" }
    if isBuilt(model, files: files) {
      throw .other(
        "target '\(target)' gets its code from ModelgenPlugin when it is built; "
          + "the same code in '\(sources)' would not compile",
        fix: "build the target, or pass '--output DIR' with a folder outside of it")
    }
    return sources + "/Generated"
  }

  /// A Boolean value that says whether the build tool plugin generates the code
  /// of a model's target.
  static func isBuilt(_ model: String, files: FileSystem) -> Bool {
    guard let manifest = try? files.text(of: "Package.swift") else { return false }
    return PackageManifest(manifest).feeds(target: "\(model)Model")
  }
}
