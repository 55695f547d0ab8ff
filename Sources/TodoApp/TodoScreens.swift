internal import Foundation
internal import ModelRuntime
internal import ModelSchema
public import ModelScreens
internal import TodoModel

extension ScreenCatalog {
  /// The screens of the to-do list: those that are generated from the model,
  /// with marks for what is done and a search for what is due.
  public static let todos: ScreenCatalog = {
    var catalog = ScreenCatalog.todo
    catalog.title = "To do"
    catalog.change("ToDo") { screens in
      screens.showRows(of: ToDo.self) { item in
        let details = [
          RowText.time(item.dueDate), item.category?.name ?? "", item.completed ? "done" : "",
          item.doNotAlert ? "silent" : "",
        ]
        return RowText(item.name, details.filter { !$0.isEmpty }.joined(separator: ", "))
      }
      screens.searches.append(
        SearchKind("due", "Due within five minutes", takesText: false) { _ in
          DueSearch.repeating(now: .now).predicate ?? .constant(true)
        })
    }
    return catalog
  }()
}
