/// The names of an application's targets. They must differ from those of the runtime's
/// package, because SwiftPM allows each target name only once.
struct AppNames {
  /// The module with the model's classes.
  let objects: String
  /// The module with the screens.
  let screens: String
  /// The target of the tests.
  let tests: String

  init(_ model: ManagedObjectModel) {
    objects = "\(model.name)Objects"
    screens = "\(model.name)Screens"
    tests = "\(model.name)ApplicationTests"
  }

  /// The target names in the runtime's package.
  static let taken: Set<String> = [
    "BankApp", "BankModel", "CModelSQLite", "ModelCommands", "ModelGenerator", "ModelLanguage",
    "ModelPredicates", "ModelRuntime", "ModelSQLite", "ModelSchema", "ModelScreens",
    "ModelStorage", "ModelTerminal", "ModelgenCommands",
    "ModelgenPlugin", "TestSupport", "TodoApp", "TodoModel", "banks", "modelgen", "modelstore",
    "todo",
  ]

  /// Types that generated screens and programs use.
  private static let types: Set<String> = [
    "CommandLine", "CommandProgram", "EntityScreens", "RowText", "ScreenCatalog",
    "TerminalApplication",
  ]

  /// Throws if the name of a target, or of the constant that contains the screens, is
  /// already taken.
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

  /// Throws for the first type of a model that would be ambiguous in generated screens.
  static func check(_ shape: ModelShape) throws(GenerationDiagnostic) {
    let model = shape.model
    let declared =
      model.enumerations.map { ($0.name, $0.name) } + model.composites.map { ($0.name, $0.name) }
      + model.typeAliases.map { ($0.name, $0.name) }
      + model.entities.map { ($0.name, shape.className($0.name)) }
    for (place, name) in declared where types.contains(name) {
      throw GenerationDiagnostic(place: place, reason: .takenName(name))
    }
  }
}
