import Foundation
import PackagePlugin

/// Generates the Swift code of a target's models when the target is built.
///
/// A target `FooModel` takes `Models/Foo.model` of its package, or the folder
/// `Models/Foo` of `.model` files that are one model, or Xcode's
/// `Models/Foo.xcdatamodeld`. Every other target takes the `.model` files and
/// the data models in its own folder, each of which is a model.
@main
struct ModelgenPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let target = target as? any SourceModuleTarget else { return [] }
    let models = modelOfPackage(for: target, in: context).map { [$0] } ?? ownModels(of: target)
    let tool = try context.tool(named: "modelgen").url
    if models.isEmpty {
      Diagnostics.warning("target '\(target.name)' has no .model file and no data model")
    }
    return models.map { command(for: $0, tool: tool, folder: context.pluginWorkDirectoryURL) }
  }

  /// One command for each model: the file that it writes is named after the
  /// model's file, so that it is known before the model is read.
  private func command(for model: URL, tool: URL, folder: URL) -> Command {
    let name = model.deletingPathExtension().lastPathComponent
    let output = folder.appending(path: "\(name).swift")
    return .buildCommand(
      displayName: "Generating \(name).swift from \(model.lastPathComponent)",
      executable: tool,
      arguments: [
        "generate", model.path(percentEncoded: false), "--output-file",
        output.path(percentEncoded: false), "--quiet",
      ],
      inputFiles: inputs(of: model), outputFiles: [output])
  }

  /// The files that a model is read from.
  private func inputs(of model: URL) -> [URL] {
    if isDataModel(model) { return dataModelFiles(in: model) }
    let versions = model.deletingPathExtension().appendingPathExtension("versions")
    return (model.hasDirectoryPath ? modelFiles(in: model) : [model]) + modelFiles(in: versions)
  }

  private func isDataModel(_ url: URL) -> Bool {
    ["xcdatamodeld", "xcdatamodel"].contains(url.pathExtension)
  }

  /// The files of a data model: which version is current, and the versions.
  private func dataModelFiles(in folder: URL) -> [URL] {
    let names =
      (try? FileManager.default.subpathsOfDirectory(atPath: folder.path(percentEncoded: false)))
      ?? []
    return names.filter { $0 == ".xccurrentversion" || $0.hasSuffix("contents") }.sorted()
      .map { folder.appending(path: $0) }
  }

  /// `Models/Foo.model` or `Models/Foo` for a target `FooModel`.
  private func modelOfPackage(for target: any SourceModuleTarget, in context: PluginContext) -> URL?
  {
    let suffix = "Model"
    guard target.name.hasSuffix(suffix), target.name != suffix else { return nil }
    let models = context.package.directoryURL.appending(path: "Models")
    let name = String(target.name.dropLast(suffix.count))
    let file = models.appending(path: "\(name).model")
    if FileManager.default.fileExists(atPath: file.path(percentEncoded: false)) { return file }
    for ending in ["xcdatamodeld", "xcdatamodel"] {
      let data = models.appending(path: "\(name).\(ending)", directoryHint: .isDirectory)
      if !dataModelFiles(in: data).isEmpty { return data }
    }
    let folder = models.appending(path: name, directoryHint: .isDirectory)
    return modelFiles(in: folder).isEmpty ? nil : folder
  }

  private func ownModels(of target: any SourceModuleTarget) -> [URL] {
    // Released versions, in `Foo.versions` beside `Foo.model`, are no models of their own.
    let texts = target.sourceFiles.map(\.url).filter { file in
      file.pathExtension == "model"
        && file.deletingLastPathComponent().pathExtension != "versions"
    }
    let names = try? FileManager.default.subpathsOfDirectory(
      atPath: target.directoryURL.path(percentEncoded: false))
    // The versions in an .xcdatamodeld are no models of their own.
    let folders = (names ?? []).filter { name in
      name.hasSuffix(".xcdatamodeld")
        || name.hasSuffix(".xcdatamodel") && !name.contains(".xcdatamodeld/")
    }
    return texts
      + folders.sorted().map {
        target.directoryURL.appending(path: $0, directoryHint: .isDirectory)
      }
  }

  private func modelFiles(in folder: URL) -> [URL] {
    let files = try? FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    return (files ?? []).filter { $0.pathExtension == "model" }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
  }
}
