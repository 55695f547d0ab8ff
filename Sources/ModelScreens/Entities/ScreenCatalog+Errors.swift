/// An error in the words of an application: titles of the model, and objects by
/// what they show.
struct ExplainedError: Error, CustomStringConvertible, LocalizedError {
  let description: String
  var errorDescription: String? { description }
}

extension ScreenCatalog {
  /// An error in the words of the application; an error of another kind as it is.
  ///
  /// Objects are looked up in the context, so it has to be asked before the
  /// context is rolled back.
  package func told(_ error: any Error, in context: ManagedObjectContext) -> any Error {
    switch error {
    case let error as ValidationError:
      let lines = error.failures.map { text(of: $0, in: context) }
      guard lines.count > 1 else { return ExplainedError(description: lines.joined()) }
      let sum = "\(lines.count) values are not right, nothing was saved"
      return ExplainedError(description: ([sum] + lines.map { "  \($0)" }).joined(separator: "\n"))
    case let error as StoreError:
      return text(of: error, in: context).map(ExplainedError.init) ?? error
    // Conditions are the model's: a place in their text tells nobody anything.
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

  /// Returns the sentence that says what went wrong with a store, where that is
  /// about objects; else nil.
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

  /// Returns the name of an object: what lists show of it, else what it is.
  private func name(of id: ObjectID, in context: ManagedObjectContext) -> String {
    guard let screens = self[id.entityName] else { return "\(id)" }
    guard let object = context.registeredObject(with: id) else { return screens.noun }
    let title = screens.row(object).title
    // Without a text of its own it is the one that is at hand.
    guard !object.isInserted, title != screens.untitled(object) else { return screens.noun }
    return "'\(title)'"
  }
}

extension EntityScreens {
  /// The field of a property, one that the form leaves out too; nil for none.
  func anyField(_ name: String) -> FormField? {
    field(name) ?? others.first { $0.name == name }
  }

  /// Returns the name by which people know a property.
  func label(of name: String) -> String { anyField(name)?.label ?? FormField.label(name) }
}
