/// An error described in the terms of the application, in which properties have
/// their titles in the model, and objects have the titles of their rows.
struct ExplainedError: Error, CustomStringConvertible, LocalizedError {
  let description: String
  var errorDescription: String? { description }
}

extension ScreenCatalog {
  /// Returns an error described in the terms of the application. An error that
  /// is about neither objects nor their values is returned unchanged.
  ///
  /// The error's objects are looked up in the context, so this must be called
  /// before the context is rolled back.
  package func told(_ error: any Error, in context: ManagedObjectContext) -> any Error {
    switch error {
    case let error as ValidationError:
      let lines = error.failures.map { text(of: $0, in: context) }
      guard lines.count > 1 else { return ExplainedError(description: lines.joined()) }
      let sum = "\(lines.count) values are not right, nothing was saved"
      return ExplainedError(description: ([sum] + lines.map { "  \($0)" }).joined(separator: "\n"))
    case let error as StoreError:
      return text(of: error, in: context).map(ExplainedError.init) ?? error
    // The user did not type the conditions of the model, so a position in them would
    // not help.
    case let error as ObjectPredicateError: return ExplainedError(description: error.message)
    case let error as CocoaError: return ExplainedError(description: error.localizedDescription)
    default: return error
    }
  }

  private func text(of failure: ValidationFailure, in context: ManagedObjectContext) -> String {
    let field = self[failure.entityName]?.label(of: failure.propertyName) ?? failure.propertyName
    let reason = failure.message.map { ": \($0)" } ?? ""
    return "\(name(of: failure.objectID, in: context)): \(field) \(failure.ruleText)\(reason)"
  }

  /// Returns the description of a store error that is about objects; nil for
  /// other errors.
  private func text(of error: StoreError, in context: ManagedObjectContext) -> String? {
    switch error.reason {
    case .notUnique:
      guard let id = error.objectIDs.first, let screens = self[id.entityName],
        !error.propertyNames.isEmpty
      else { return nil }
      let object = context.registeredObject(with: id)
      let values = error.propertyNames.map { name in
        let value = object.flatMap { screens.anyField(name)?.text($0) }
        return screens.label(of: name).lowercased() + (value.map { " '\($0)'" } ?? "")
      }
      return "there is another \(screens.noun.lowercased()) with \(values.joined(separator: ", "))"
    case .deniedDelete where !error.objectIDs.isEmpty:
      return "nothing was deleted: \(forbidden(by: error.objectIDs.map(\.entityName)))"
    case .conflict where !error.objectIDs.isEmpty:
      let names = error.objectIDs.map { name(of: $0, in: context) }.joined(separator: ", ")
      return "\(names): changed or deleted elsewhere meanwhile; nothing was saved"
    default: return nil
    }
  }

  /// Returns the quoted title of an object; the noun of its entity if the
  /// object has no title.
  private func name(of id: ObjectID, in context: ManagedObjectContext) -> String {
    guard let screens = self[id.entityName] else { return "\(id)" }
    guard let object = context.registeredObject(with: id) else { return screens.noun }
    let title = screens.row(object).title
    // A new object, or an object without text of its own, is the one that the user is
    // editing.
    guard !object.isInserted, title != screens.untitled(object) else { return screens.noun }
    return "'\(title)'"
  }
}

extension EntityScreens {
  /// Returns the field for a property, including fields that the form does not
  /// contain; nil if there is no such field.
  func anyField(_ name: String) -> FormField? {
    field(name) ?? others.first { $0.name == name }
  }

  /// Returns the label for a property.
  func label(of name: String) -> String { anyField(name)?.label ?? FormField.label(name) }
}
