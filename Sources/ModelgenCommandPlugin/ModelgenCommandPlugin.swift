import Foundation
import PackagePlugin

/// Runs `modelgen` as `swift package modelgen ARGUMENTS`: the very program that
/// generates code when the package is built, where `swift run modelgen` builds
/// it a second time. Paths are found from the package's folder.
@main
struct ModelgenCommandPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let tool = Process()
    tool.executableURL = try context.tool(named: "modelgen").url
    tool.arguments = arguments
    tool.currentDirectoryURL = context.package.directoryURL
    try tool.run()
    tool.waitUntilExit()
    // The tool has said what is wrong.
    if tool.terminationStatus != 0 { exit(tool.terminationStatus) }
  }
}
