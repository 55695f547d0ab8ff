import Foundation
import PackagePlugin

/// A plugin that generates the Swift code of a target's models when the target
/// is built.
///
/// A target `FooModel` uses `Models/Foo.model` of its package, or the folder
/// `Models/Foo` of `.model` files that form one model, or Xcode's
/// `Models/Foo.xcdatamodeld`. Every other target uses the `.model` files and the data
/// models in its own folder, each of which is a model. A file `modelgen.json` next to a
/// model contains the options for `modelgen generate`.
@main
struct ModelgenPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let target = target as? any SourceModuleTarget else { return [] }
    warnOfLostTargets(in: context.package)
    let models =
      modelOfPackage(for: target, in: context).map { [$0] } ?? ownModels(of: target)
    let tool = try context.tool(named: "modelgen").url
    if models.isEmpty {
      Diagnostics.warning(
        "target '\(target.name)' has no .model file and no data model in its folder; 'Models/Foo.model' "
          + "is found for a target 'FooModel'")
    }
    warnOfDividedModels(models)
    let sources = Set(target.sourceFiles.map(\.url.lastPathComponent))
    return models.indices.map {
      command(
        for: models[$0], after: models[..<$0], beside: sources, tool: tool,
        folder: context.pluginWorkDirectoryURL)
    } + watches(of: models, for: target)
  }

  /// Returns commands that do nothing, one for each folder outside the target from
  /// which models are read.
  ///
  /// The package manager plans a build again when a file is added to or removed
  /// from the folder of the target, or a folder to which a prebuild command
  /// writes. Without such commands, a file that is added to another folder
  /// would not be found, and a file that is removed from it would make every
  /// build fail. A folder that contains Swift files is not watched, because the
  /// package manager would compile them as output of the command.
  private func watches(of models: [ModelFile], for target: any SourceModuleTarget) -> [Command] {
    let nothing = URL(filePath: "/usr/bin/true")
    guard nothing.exists else { return [] }
    let own = target.directoryURL.standardizedFileURL.pathComponents
    let folders = Set(models.flatMap(\.folders).map(\.standardizedFileURL.filePath)).sorted()
    return folders.map { URL(filePath: $0, directoryHint: .isDirectory) }
      .filter { !$0.pathComponents.starts(with: own) && !$0.holdsSwift }
      .map { folder in
        .prebuildCommand(
          displayName: "Watching \(folder.filePath)", executable: nothing, arguments: [],
          outputFilesDirectory: folder)
      }
  }

  /// Returns the command that generates the code of a model. Its output is
  /// named after the model's file, so that the name is known before the model
  /// is read. Because file names must be unique in a target, the output is
  /// `Music+Model.swift` if the user has a file `Music.swift`. If two models
  /// declare the same type, the second model's command reports it.
  private func command(
    for model: ModelFile, after others: ArraySlice<ModelFile>, beside sources: Set<String>,
    tool: URL, folder: URL
  ) -> Command {
    let isTaken = sources.contains("\(model.name).swift")
    let output = folder.appending(path: model.name + (isTaken ? "+Model.swift" : ".swift"))
    return .buildCommand(
      displayName: "Generating \(output.lastPathComponent) from \(model.url.lastPathComponent)",
      executable: tool,
      arguments: [
        "generate", model.url.filePath, "--output-file", output.filePath, "--quiet",
      ] + others.flatMap { ["--beside", $0.url.filePath] },
      inputFiles: model.inputs + others.flatMap(\.files), outputFiles: [output])
  }

  /// Returns the model `Models/Foo.model` or `Models/Foo` for a target
  /// `FooModel`; nil if there is none.
  private func modelOfPackage(
    for target: any SourceModuleTarget, in context: PluginContext
  ) -> ModelFile? {
    let suffix = "Model"
    guard target.name.hasSuffix(suffix), target.name != suffix else { return nil }
    let models = context.package.directoryURL.appending(path: "Models")
    let name = String(target.name.dropLast(suffix.count))
    let file = models.appending(path: "\(name).model")
    if file.exists { return ModelFile(url: file) }
    let folders = ["\(name).xcdatamodeld", "\(name).xcdatamodel", name]
    return folders.map { models.appending(path: $0, directoryHint: .isDirectory) }
      .map(ModelFile.init).first { !$0.files.isEmpty }
  }

  private func ownModels(of target: any SourceModuleTarget) -> [ModelFile] {
    // Released versions, in `Foo.versions` next to `Foo.model`, are not separate
    // models.
    let texts = target.sourceFiles.map(\.url).filter { file in
      file.pathExtension == "model"
        && file.deletingLastPathComponent().pathExtension != "versions"
    }
    // The versions in an `.xcdatamodeld` are not separate models.
    let folders = target.directoryURL.filePaths.filter { name in
      name.hasSuffix(".xcdatamodeld")
        || name.hasSuffix(".xcdatamodel") && !name.contains(".xcdatamodeld/")
    }
    return
      (texts
      + folders.sorted().map {
        target.directoryURL.appending(path: $0, directoryHint: .isDirectory)
      }).map(ModelFile.init)
  }

  /// Warns about files that are parts of one model, because each of them would
  /// be read as a separate model, without the entities in the other files.
  private func warnOfDividedModels(_ models: [ModelFile]) {
    let named = Dictionary(grouping: models, by: \.modelName)
    for (name, parts) in named.sorted(by: { ($0.key ?? "") < ($1.key ?? "") }) {
      guard let name, parts.count > 1 else { continue }
      let files = parts.map { "'\($0.url.lastPathComponent)'" }.joined(separator: ", ")
      Diagnostics.warning(
        "\(files) are all of model '\(name)'; the files of one model stand in a folder of the package, "
          + "'Models/\(name)' for a target '\(name)Model'")
    }
  }

  /// Warns about targets that the package manager leaves out because their
  /// folders contain no sources. Its own message only names the folders in
  /// which it has looked for them.
  private func warnOfLostTargets(in package: Package) {
    let sources = package.directoryURL.appending(path: "Sources")
    let known = Set(package.targets.map(\.directoryURL.lastPathComponent))
    for folder in sources.entries where !known.contains(folder.lastPathComponent) {
      let files = folder.filePaths
      guard files.contains(where: { $0.hasSuffix(".model") || $0.contains(".xcdatamodel") }),
        !files.contains(where: { $0.hasSuffix(".swift") })
      else { continue }
      let name = folder.lastPathComponent
      Diagnostics.warning(
        "'Sources/\(name)' holds a model and no Swift file, and such a target is left out of the "
          + "build; put one there, an empty '\(name).swift' will do")
    }
  }
}
