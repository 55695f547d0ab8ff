internal import ModelRuntime
internal import ModelScreens
public import TodoModel

extension TodoList {
  /// The category of a name, which is selected.
  ///
  /// - Throws: `Refusal` where there is none.
  public func category(_ name: String) throws(Refusal) -> TodoCategory {
    guard let category = categories.objects.first(where: { $0.name == name }) else {
      let known = categories.objects.map { "'\($0.name)'" }.joined(separator: ", ")
      throw Refusal(
        description: "there is no category '\(name)'"
          + (known.isEmpty ? "; 'todo category add \(name)' makes it" : "; there are \(known)"))
    }
    categories.select(category)
    return category
  }

  /// Makes a category and saves.
  ///
  /// - Throws: `StoreError` where its name is taken.
  public func addCategory(_ name: String) throws {
    try categories.add { TodoCategory(in: $0, name: name) }
  }

  /// Renames a category and saves.
  ///
  /// - Throws: `Refusal` where there is none, `StoreError`.
  public func renameCategory(_ name: String, to newName: String) throws {
    try categories.change(try category(name)) { $0.name = newName }
  }

  /// Deletes a category and saves; its items stay.
  ///
  /// - Throws: `Refusal` where there is none, `StoreError`.
  public func deleteCategory(_ name: String) throws {
    try categories.remove([try category(name)])
  }
}
