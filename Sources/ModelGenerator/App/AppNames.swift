/// The names of an application's targets. The names must differ from those of
/// the runtime's package, because SwiftPM allows each target name only once.
struct AppNames {
  /// The name of the module with the model's classes.
  let objects: String
  /// The name of the module with the screens.
  let screens: String
  /// The name of the target with the tests.
  let tests: String

  init(_ model: ManagedObjectModel) {
    objects = "\(model.name)Objects"
    screens = "\(model.name)Screens"
    tests = "\(model.name)ApplicationTests"
  }

  /// The names of the targets in the runtime's package.
  static let taken: Set<String> = [
    "BankApp", "BankModel", "CModelSQLite", "ModelCommands", "ModelGenerator", "ModelLanguage",
    "ModelPredicates", "ModelRuntime", "ModelSQLite", "ModelSchema", "ModelScreens",
    "ModelStorage", "ModelTerminal", "ModelgenCommands",
    "ModelgenPlugin", "TestSupport", "TodoApp", "TodoModel", "banks", "modelgen", "modelstore",
    "todo",
  ]

  /// The names of the types that generated screens and programs use.
  private static let types: Set<String> = [
    "CommandLine", "CommandProgram", "EntityScreens", "RowText", "ScreenCatalog",
    "TerminalApplication",
  ]

  /// Checks that the names of the application's targets, and of the constant
  /// that contains its screens, are not taken.
  ///
  /// - Throws: `GenerationDiagnostic` if one of them is taken.
  static func check(_ package: AppPackage, _ model: ManagedObjectModel) throws(GenerationDiagnostic)
  {
    let names = AppNames(model)
    let own = [names.objects, names.screens, names.tests].map { ($0, "model \(model.name)") }
    for (name, place) in own + [(package.program, "program \(package.program)")] {
      guard !taken.contains(name) else {
        throw GenerationDiagnostic(place: place, reason: .takenTarget(name))
      }
    }
    guard SwiftName.lowerCamel(model.name) != "shown" else {
      throw GenerationDiagnostic(place: "model \(model.name)", reason: .duplicateName("shown"))
    }
  }

  /// Checks that no type of a model would be ambiguous in generated screens.
  ///
  /// - Throws: `GenerationDiagnostic` for the first type that would be.
  static func check(_ shape: ModelShape) throws(GenerationDiagnostic) {
    for (place, name) in NameCheck(shape: shape).types where types.contains(name) {
      throw GenerationDiagnostic(place: place, reason: .takenName(name))
    }
  }
}
