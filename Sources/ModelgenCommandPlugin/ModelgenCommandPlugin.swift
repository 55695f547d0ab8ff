import Foundation
import PackagePlugin

/// A plugin that runs `modelgen` as `swift package modelgen ARGUMENTS`. It uses
/// the same build of the tool as the generation of code, whereas `swift run
/// modelgen` would build the tool a second time. Paths are relative to the
/// folder of the package.
@main
struct ModelgenCommandPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let tool = Process()
    tool.executableURL = try context.tool(named: "modelgen").url
    tool.arguments = arguments
    tool.currentDirectoryURL = context.package.directoryURL
    try tool.run()
    tool.waitUntilExit()
    // The tool has already reported the errors.
    if tool.terminationStatus != 0 { exit(tool.terminationStatus) }
  }
}
