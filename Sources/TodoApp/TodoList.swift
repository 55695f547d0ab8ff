public import Foundation
public import ModelRuntime
public import TodoModel

/// What can be done with a to-do list, in a context.
public struct TodoList {
  /// Why something cannot be done.
  public struct Refusal: Error, Sendable, Hashable, CustomStringConvertible {
    /// Why, for people.
    public let description: String
  }

  private let context: ManagedObjectContext

  /// The list of a context.
  public init(in context: ManagedObjectContext) {
    self.context = context
  }

  /// All items, the first due first.
  ///
  /// - Throws: `StoreError` when they cannot be read.
  public func items() throws -> [ToDo] {
    try context.fetch(ToDo.all.sorted { [$0.dueDate.ascending, $0.name.ascending] })
  }

  /// All categories by name.
  ///
  /// - Throws: `StoreError` when they cannot be read.
  public func categories() throws -> [TodoCategory] {
    try context.fetch(TodoCategory.all.sorted { [$0.name.ascending] })
  }

  /// The item of a number in the list, counted from 1.
  ///
  /// - Throws: `Refusal` where there is none, `StoreError`.
  public func item(_ number: Int) throws -> ToDo {
    let items = try items()
    guard items.indices.contains(number - 1) else {
      throw Refusal(description: "there is no item \(number): the list has \(items.count)")
    }
    return items[number - 1]
  }

  /// Adds an item and saves.
  ///
  /// - Throws: `Refusal` for a category that is not there, `StoreError`,
  ///   `ValidationErrors` for an empty name.
  @discardableResult
  public func add(_ name: String, due: Date, category: String? = nil) throws -> ToDo {
    let group = try category.map { try self.category($0) }
    let item = ToDo(in: context, name: name, dueDate: due, category: group)
    try save()
    return item
  }

  /// Changes an item and saves; nil leaves a value as it is, an empty category
  /// takes it out of its own.
  ///
  /// - Throws: As `add(_:due:category:)`.
  public func edit(
    _ item: ToDo, name: String? = nil, due: Date? = nil, category: String? = nil,
    isSilent: Bool? = nil, isCompleted: Bool? = nil
  ) throws {
    if let category { item.category = category.isEmpty ? nil : try self.category(category) }
    if let name { item.name = name }
    if let due { item.dueDate = due }
    if let isSilent { item.doNotAlert = isSilent }
    if let isCompleted { item.completed = isCompleted }
    try save()
  }

  /// Deletes an item and saves.
  ///
  /// - Throws: `StoreError`.
  public func delete(_ item: ToDo) throws {
    context.delete(item)
    try save()
  }

  // MARK: Categories

  /// The category of a name.
  ///
  /// - Throws: `Refusal` where there is none, `StoreError`.
  public func category(_ name: String) throws -> TodoCategory {
    guard let category = try TodoCategory.find(name: name, in: context) else {
      let known = try categories().map { "'\($0.name)'" }.joined(separator: ", ")
      throw Refusal(
        description: "there is no category '\(name)'"
          + (known.isEmpty ? "; 'todo category add \(name)' makes it" : "; there are \(known)"))
    }
    return category
  }

  /// Makes a category and saves.
  ///
  /// - Throws: `StoreError` where its name is taken.
  public func addCategory(_ name: String) throws {
    _ = TodoCategory(in: context, name: name)
    try save()
  }

  /// Renames a category and saves.
  ///
  /// - Throws: `Refusal` where there is none, `StoreError`.
  public func renameCategory(_ name: String, to newName: String) throws {
    try category(name).name = newName
    try save()
  }

  /// Deletes a category and saves; its items stay.
  ///
  /// - Throws: `Refusal` where there is none, `StoreError`.
  public func deleteCategory(_ name: String) throws {
    context.delete(try category(name))
    try save()
  }

  private func save() throws {
    do {
      try context.save()
    } catch {
      context.rollback()
      throw error
    }
  }
}
