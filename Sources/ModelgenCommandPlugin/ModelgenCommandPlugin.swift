import Foundation
import PackagePlugin

/// Runs `modelgen` as `swift package modelgen ARGUMENTS`, using the same build of the
/// tool that generates code when the package is built; `swift run modelgen` would build
/// it a second time. Paths are relative to the package's folder.
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
