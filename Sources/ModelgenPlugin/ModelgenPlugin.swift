import PackagePlugin

@main struct ModelgenPlugin: BuildToolPlugin {
  func createBuildCommands(
    context: PluginContext, target: Target
  ) async throws -> [Command] { [] }
}
