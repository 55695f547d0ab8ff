public import ModelScreens
internal import TodoModel

extension ScreenCatalog {
  /// The screens of the to-do list: those that are generated from the model,
  /// with a search for what is due, and a box that rings for it.
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
