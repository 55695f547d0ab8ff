public import Foundation
public import ModelRuntime
public import ModelScreens
public import TodoModel

/// What can be done with a to-do list.
///
/// Object list controllers stand between it and the store: they know the order
/// and what is selected, and what they add, change or remove is saved at once or
/// not at all.
public final class TodoList {
  /// Why something cannot be done.
  public struct Refusal: Error, Sendable, Hashable, CustomStringConvertible {
    /// Why, for people.
    public let description: String
  }

  /// All items, the first due first.
  public let items: ObjectListController<ToDo>
  /// All categories by name.
  public let categories: ObjectListController<TodoCategory>

  /// The list of a context.
  ///
  /// - Throws: `StoreError` when it cannot be read.
  public init(in context: ManagedObjectContext) throws {
    items = ObjectListController(
      ToDo.all.sorted { [$0.dueDate.ascending, $0.name.ascending] }, in: context)
    categories = ObjectListController(
      TodoCategory.all.sorted { [$0.name.ascending] }, in: context)
    try items.load()
    try categories.load()
  }

  /// Selects the item of a number in the list, counted from 1.
  ///
  /// - Throws: `Refusal` where there is none.
  @discardableResult
  public func select(_ number: Int) throws(Refusal) -> ToDo {
    let count = items.objects.count
    guard (1...max(count, 1)).contains(number), count > 0 else {
      throw Refusal(description: "there is no item \(number): the list has \(count)")
    }
    items.select(at: number - 1)
    return items.objects[number - 1]
  }

  /// Adds an item, saves, and selects it.
  ///
  /// - Throws: `Refusal` for a category that is not there, `StoreError`,
  ///   `ValidationErrors` for an empty name; then nothing was added.
  @discardableResult
  public func add(_ name: String, due: Date, category: String? = nil) throws -> ToDo {
    let group = try category.map { try self.category($0).objectID }
    return try items.add { context in
      ToDo(
        in: context, name: name, dueDate: due,
        category: try group.flatMap { try context.existingObject(TodoCategory.self, with: $0) })
    }
  }

  /// Changes of an item; nil leaves a value as it is.
  public struct Changes: Sendable, Hashable {
    /// What is to be done.
    public var name: String?
    /// When it is due.
    public var due: Date?
    /// The name of its category; an empty one takes it out of its own.
    public var category: String?
    /// Whether it never rings.
    public var isSilent: Bool?
    /// Whether it is done.
    public var isCompleted: Bool?

    /// Makes changes.
    public init(
      name: String? = nil, due: Date? = nil, category: String? = nil, isSilent: Bool? = nil,
      isCompleted: Bool? = nil
    ) {
      self.name = name
      self.due = due
      self.category = category
      self.isSilent = isSilent
      self.isCompleted = isCompleted
    }
  }

  /// Changes the selected item and saves.
  ///
  /// - Throws: As `add(_:due:category:)`; then nothing changed.
  public func change(_ changes: Changes) throws {
    guard let item = items.selectedObject else { return }
    let name = changes.category.flatMap { $0.isEmpty ? nil : $0 }
    let group = try name.map { try category($0).objectID }
    let editor = try items.edit(item)
    defer { items.discardEdits() }
    let copy = editor.object
    if changes.category != nil {
      copy.category = try group.flatMap {
        try editor.context.existingObject(TodoCategory.self, with: $0)
      }
    }
    if let name = changes.name { copy.name = name }
    if let due = changes.due { copy.dueDate = due }
    if let isSilent = changes.isSilent { copy.doNotAlert = isSilent }
    if let isCompleted = changes.isCompleted { copy.completed = isCompleted }
    try items.commitEdits()
  }

  /// Deletes the selected item and saves.
  ///
  /// - Throws: `StoreError`; then nothing was deleted.
  public func removeSelected() throws { try items.removeSelection() }
}
