public import ModelScreens
internal import TodoModel

extension ScreenCatalog {
  /// The screens of the to-do list, which are the generated screens with a
  /// search for items that are due, and an alert that rings for them.
  public static let todos: ScreenCatalog = {
    var catalog = ScreenCatalog.todo
    catalog.change("ToDo") { screens in
      screens.searches.append(
        SearchKind("due", "Due within five minutes", takesText: false) { _ in
          DueSearch.repeating(now: .now).predicate ?? .constant(true)
        })
    }
    catalog.alert = ScreenAlert(
      "Due", about: { DueSearch.silentAfterwards(now: .now) },
      message: { "\($0.name), \(RowText.time($0.dueDate))" },
      answers: [
        ("Done", { (item: ToDo) in item.completed = true }),
        ("Do not alert again", { item in item.doNotAlert = true }),
        ("Later", { item in item.lastAlertDate = .now }),
      ])
    return catalog
  }()
}
