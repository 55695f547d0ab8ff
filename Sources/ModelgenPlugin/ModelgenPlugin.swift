import Foundation
import PackagePlugin

/// Generates the Swift code of a target's models when the target is built.
///
/// A target `FooModel` takes `Models/Foo.model` of its package, or the folder
/// `Models/Foo` of `.model` files that are one model. Every other target takes
/// the `.model` files in its own folder, each of which is a model.
@main
struct ModelgenPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let target = target as? any SourceModuleTarget else { return [] }
    let models = modelOfPackage(for: target, in: context).map { [$0] } ?? ownModels(of: target)
    let tool = try context.tool(named: "modelgen").url
    if models.isEmpty { Diagnostics.warning("target '\(target.name)' has no .model file") }
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
      arguments: ["generate", model.path(), "--output-file", output.path(), "--quiet"],
      inputFiles: inputs(of: model), outputFiles: [output])
  }

  /// The files that a model is read from.
  private func inputs(of model: URL) -> [URL] {
    let versions = model.deletingPathExtension().appendingPathExtension("versions")
    return (model.hasDirectoryPath ? modelFiles(in: model) : [model]) + modelFiles(in: versions)
  }

  /// `Models/Foo.model` or `Models/Foo` for a target `FooModel`.
  private func modelOfPackage(for target: any SourceModuleTarget, in context: PluginContext) -> URL?
  {
    let suffix = "Model"
    guard target.name.hasSuffix(suffix), target.name != suffix else { return nil }
    let models = context.package.directoryURL.appending(path: "Models")
    let name = String(target.name.dropLast(suffix.count))
    let file = models.appending(path: "\(name).model")
    if FileManager.default.fileExists(atPath: file.path()) { return file }
    let folder = models.appending(path: name, directoryHint: .isDirectory)
    return modelFiles(in: folder).isEmpty ? nil : folder
  }

  private func ownModels(of target: any SourceModuleTarget) -> [URL] {
    target.sourceFiles.map(\.url).filter { $0.pathExtension == "model" }
  }

  private func modelFiles(in folder: URL) -> [URL] {
    let files = try? FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    return (files ?? []).filter { $0.pathExtension == "model" }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
  }
}
