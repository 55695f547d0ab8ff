/// An error about a part of a model that cannot be generated.
public struct GenerationDiagnostic: Error, Sendable, Hashable {
  /// The reason why a part of a model cannot be generated.
  public enum Reason: Sendable, Hashable {
    /// The generator does not support a part of the model.
    case notSupported(String)
    /// Two generated declarations would have the same name.
    case duplicateName(String)
    /// A property, or the model, has a name that is not valid in Swift.
    case noIdentifier(String)
    /// A type would have the same name as a type to which generated code
    /// refers.
    case takenName(String)
    /// A target would have the same name as a target in the runtime's package.
    case takenTarget(String)
    /// A type or an entity has the same name as a declaration of another model
    /// in the same module.
    case takenInModule(String, by: String)
    /// A type belongs to a module that is not available to a standalone application.
    case foreignType(String)
    /// A transformer is already used for values of another type.
    case takenTransformer(String, by: String)
    /// A template contains an error, which is described by a `TemplateError`.
    case template(TemplateError)
    /// A required template is missing.
    case missingTemplate(String)
    /// A policy is for an older version that is not among the released
    /// versions.
    case missingVersion(Int)
    /// A policy is for an entity that has no counterpart in the older version.
    case noOlderEntity(Int)
    /// A path in an `@info` does not exist in the model.
    case unknownPath(String)
    /// An `@info` key that begins with `ui.` is unknown.
    case unknownHint(String, known: [String])
    /// A parameter of a search has a type that cannot be entered as text.
    case noText(String)
    /// The name of a search cannot be used as a command-line option.
    case noOption(String)
    /// The name of a search is already an option of the commands.
    case takenOption(String)
    /// The value of an `@info` key is invalid.
    case wrongHint(String, String, wanted: String)
    /// The prompt in an `@info` does not contain the names of the arguments in
    /// their order.
    case wrongPrompt(String)
  }

  /// The declaration that cannot be generated, by its name in the model, such as
  /// `FailedBankInfo.named`.
  public var place: String
  /// The reason why the declaration cannot be generated.
  public var reason: Reason

  /// Creates a diagnostic about a declaration.
  public init(place: String, reason: Reason) {
    self.place = place
    self.reason = reason
  }
}

extension GenerationDiagnostic.Reason {
  /// The part of an `@info` that is wrong; nil for diagnostics about other
  /// parts of the model.
  public var hint: String? {
    switch self {
    case .unknownPath(let text), .wrongPrompt(let text), .unknownHint(let text, known: _),
      .wrongHint(let text, _, wanted: _):
      text
    case .notSupported, .duplicateName, .takenName, .takenTarget, .takenInModule, .foreignType,
      .takenTransformer, .template,
      .missingTemplate, .missingVersion, .noOlderEntity, .noIdentifier,
      .noOption, .takenOption, .noText:
      nil
    }
  }
}

extension GenerationDiagnostic: CustomStringConvertible {
  /// The message of the diagnostic, such as `error: there is no template
  /// 'class'`.
  public var description: String {
    switch reason {
    case .notSupported(let what): "error: '\(place)': \(what) is not supported yet"
    case .duplicateName(let name): "error: '\(place)': '\(name)' is generated twice"
    case .noIdentifier(let name):
      "error: '\(place)': '\(name)' is no name in Swift; pick another one, which keeps the column "
        + "with '@column(\"\(name)\")'"
    case .takenName(let name):
      "error: '\(place)': generated code uses the name '\(name)' itself; "
        + "give it another one, an entity with '@class(\"...\")'"
    case .takenTarget(let name):
      "error: '\(place)': the package with ModelRuntime has a target '\(name)', and SwiftPM wants "
        + "each name once; pick another"
    case .takenInModule(let name, let other):
      "error: '\(place)': '\(name)' is a name of another model in this target, at \(other); give one "
        + "of them another name, or each model a target of its own"
    case .foreignType(let name):
      "error: '\(place)': the application's package has no module with '\(name)'; "
        + "name the type without its module, and it is declared there"
    case .takenTransformer(let name, let type):
      "error: '\(place)': '\(name)' makes values of '\(type)' already, and a transformer has one "
        + "type; name another one"
    case .template(let error): error.description
    case .missingTemplate(let name): "error: there is no template '\(name)'"
    case .missingVersion(let number):
      "error: '\(place)': its policy is from version \(number), which is not among the released "
        + "versions; 'modelgen freeze' keeps them"
    case .noOlderEntity(let number):
      "error: '\(place)': no entity of version \(number) became it, so a policy has no objects"
    case .unknownPath(let path): "error: '\(place)': '\(path)' leads nowhere that can be shown"
    case .unknownHint(let key, let known):
      "error: '\(place)': '\(key)' means nothing here; "
        + (nearestSuggestion(for: key, in: known)
          ?? "there are \(known.joined(separator: ", "))")
    case .noText(let type):
      "error: '\(place)': nobody can type a '\(type)', so it is no search; "
        + "say so with '@info(\"ui.search\": \"no\")'"
    case .noOption(let name):
      "error: '\(place)': '\(name)' cannot be an option; take letters, digits and dashes"
    case .takenOption(let name):
      "error: '\(place)': commands have an option '--\(name)' already; "
        + "give the search another name with '@info(\"ui.name\": \"...\")'"
    case .wrongHint(let key, let text, let wanted):
      "error: '\(place)': '\(key)' is '\(text)' and takes \(wanted)"
    case .wrongPrompt(let prompt):
      "error: '\(place)': the prompt '\(prompt)' does not name the arguments in their order, "
        + "with something between them"
    }
  }
}
