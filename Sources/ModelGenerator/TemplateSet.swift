/// The templates of the generator, which are the built-in templates and those
/// of a client. A client can replace every built-in template.
public struct TemplateSet: Sendable, Hashable {
  /// The texts of the templates, by the names of their files without
  /// `.mustache`.
  public private(set) var texts: [String: String]
  /// The files of the templates that a client has replaced, by template name, for error
  /// messages.
  public private(set) var files: [String: String] = [:]

  /// The built-in templates.
  public static let builtIn = TemplateSet(texts: [
    "app-catalog": text(PackageResources.app_catalog_mustache),
    "app-entity": text(PackageResources.app_entity_mustache),
    "app-gitignore": text(PackageResources.app_gitignore_mustache),
    "app-main": text(PackageResources.app_main_mustache),
    "app-package": text(PackageResources.app_package_mustache),
    "app-readme": text(PackageResources.app_readme_mustache),
    "app-screens": text(PackageResources.app_screens_mustache),
    "app-tests": text(PackageResources.app_tests_mustache),
    "app-types": text(PackageResources.app_types_mustache),
    "mogenerator-human": text(PackageResources.mogenerator_human_mustache),
    "mogenerator-machine": text(PackageResources.mogenerator_machine_mustache),
    "mogenerator-model": text(PackageResources.mogenerator_model_mustache),
    "swift-accessor": text(PackageResources.swift_accessor_mustache),
    "swift-composite": text(PackageResources.swift_composite_mustache),
    "swift-contract": text(PackageResources.swift_contract_mustache),
    "swift-docs": text(PackageResources.swift_docs_mustache),
    "swift-entity": text(PackageResources.swift_entity_mustache),
    "swift-enumeration": text(PackageResources.swift_enumeration_mustache),
    "swift-model": text(PackageResources.swift_model_mustache),
    "swift-policy": text(PackageResources.swift_policy_mustache),
    "swift-row": text(PackageResources.swift_row_mustache),
    "swift-types": text(PackageResources.swift_types_mustache),
    "swift-values": text(PackageResources.swift_values_mustache),
    "swift-xcode-accessors": text(PackageResources.swift_xcode_accessors_mustache),
  ])

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// The names of the templates, in ascending order.
  public var names: [String] { texts.keys.sorted() }

  /// Returns the templates with some of them replaced, and with the others of
  /// the given templates added.
  public func replacing(_ replacements: [String: String]) -> TemplateSet {
    TemplateSet(texts: texts.merging(replacements) { _, new in new })
  }

  /// Returns the templates together with those of a client, which replace
  /// templates of the same names.
  ///
  /// - Parameter files: The paths of the replacements, for error messages.
  public func replacing(_ replacements: [String: String], files: [String: String]) -> TemplateSet {
    var set = replacing(replacements)
    set.files.merge(files) { _, new in new }
    return set
  }

  /// Returns an error with the file of its template in place of the template's
  /// name, if the file is known.
  public func located(_ error: TemplateError) -> TemplateError {
    var error = error
    error.template = files[error.template] ?? error.template
    return error
  }

  /// Returns the errors in a client's templates, which are syntax errors,
  /// references to missing templates, and names of templates that are not used.
  public func errors(replacing replacements: [String: String]) -> [TemplateError] {
    let all = replacing(replacements)
    var errors: [TemplateError] = []
    var included: Set<String> = []
    for name in all.names {
      do throws(TemplateError) {
        let template = try Template(name: name, text: all.texts[name] ?? "")
        for partial in template.partials {
          included.insert(partial.name)
          guard all.texts[partial.name] == nil, replacements[name] != nil else { continue }
          errors.append(
            template.source.error(.unknownPartial(partial.name), at: partial.offset))
        }
      } catch {
        errors.append(error)
      }
    }
    for name in replacements.keys.sorted() where texts[name] == nil && !included.contains(name) {
      errors.append(TemplateError(template: name, line: 1, column: 1, reason: .unusedTemplate))
    }
    return errors
  }

  func render(_ name: String, with value: TemplateValue) throws(GenerationDiagnostic) -> String {
    guard let text = texts[name] else {
      throw GenerationDiagnostic(place: name, reason: .missingTemplate(name))
    }
    var library = TemplateLibrary(texts)
    library.strictNames = Set(texts.keys.filter { texts[$0] != Self.builtIn.texts[$0] })
    do {
      return try TemplateRenderer.text(
        of: Template(name: name, text: text), with: value, library: library)
    } catch {
      throw GenerationDiagnostic(place: name, reason: .template(located(error)))
    }
  }
}
