/// A snapshot of a screen, which a front end draws.
public struct ScreenView {
  /// The content of a screen, which depends on the kind of screen.
  public enum Content {
    /// A list of objects that can be opened.
    case list(ListView)
    /// The fields of an object.
    case form(FormView)
    /// A list of objects that can be picked.
    case picker(PickerView)
    /// A search and its results.
    case search(SearchView)
  }

  /// The title above the content.
  public var title: String
  /// The list, form, picker or search that the screen shows.
  public var content: Content
  /// The commands that are available on the screen.
  public var commands: [ScreenCommand]

  /// The index of the selected row or field; nil if nothing is selected.
  public var selection: Int? {
    switch content {
    case .list(let list): list.selection
    case .form(let form): form.selection
    case .picker(let picker): picker.selection
    case .search(let search): search.selection
    }
  }

  /// The number of rows or fields.
  public var count: Int {
    switch content {
    case .list(let list): list.rows.count
    case .form(let form): form.fields.count
    case .picker(let picker): picker.rows.count
    case .search(let search): search.rows.count
    }
  }

  /// The description of the order of the rows; empty for the default order.
  public var order: String {
    switch content {
    case .list(let list): list.order
    case .search(let search): search.order
    case .form, .picker: ""
    }
  }

  /// The jump in progress; nil if there is none.
  public var jump: RowJump? {
    switch content {
    case .list(let list): list.jump
    case .search(let search): search.jump
    case .form, .picker: nil
    }
  }
}

/// A command that a screen offers.
public enum ScreenCommand: String, Sendable, Hashable, CaseIterable {
  case open, add, delete, undo, redo, tick, search, jump, sort, toggle, move, edit, pick, follow
  case cycle, date, save, run, kind, combine, back, lists, quit
}

/// The rows of a screen. Each row is created when it is accessed.
public struct ScreenRows: RandomAccessCollection {
  /// A row of a screen, which consists of a title, a subtitle and, in a picker,
  /// a mark.
  public struct Row: Sendable, Hashable {
    /// The mark of a row in a picker.
    public enum Mark: Sendable, Hashable {
      /// The row cannot be picked.
      case none
      /// The object is not picked.
      case unpicked
      /// The object is picked.
      case picked
      /// The object is picked, and has the given position, counted from 1.
      case place(Int)
    }

    /// The text in the first line or column.
    public var title: String
    /// The text in the second line or column; empty if there is none.
    public var subtitle: String
    /// The end of the subtitle that a narrow row keeps when it shortens the subtitle.
    package var reason = ""
    /// The mark that shows whether the object is picked.
    public var mark = Mark.none

    package init(title: String, subtitle: String = "", mark: Mark = .none) {
      (self.title, self.subtitle, self.mark) = (title, subtitle, mark)
    }

    init(_ text: RowText, mark: Mark = .none) {
      self.init(title: text.title, subtitle: text.subtitle, mark: mark)
      reason = text.reason
    }
  }

  /// The number of rows on the screen.
  public let count: Int
  private let row: (Int) -> Row

  init(count: Int, _ row: @escaping (Int) -> Row) {
    self.count = count
    self.row = row
  }

  /// The position of the first row, which is always 0.
  public var startIndex: Int { 0 }
  /// The position after the last row.
  public var endIndex: Int { count }
  /// The row at a position, counted from 0. It is created when it is accessed.
  public subscript(position: Int) -> Row { row(position) }
}

/// The content of a screen that lists objects.
public struct ListView {
  /// The rows of the objects.
  public var rows: ScreenRows
  /// The index of the selected row; nil if no row is selected.
  public var selection: Int?
  /// The text that is shown if there are no rows.
  public var placeholder: String
  /// The description of the order of the rows, such as `by City`; empty for the
  /// default order.
  public var order = ""
  /// The jump in progress; nil if there is none.
  public var jump: RowJump?
}

/// A jump to the first row that begins with typed text.
public struct RowJump: Sendable, Hashable {
  /// The text that has been typed for the jump.
  public var text = ""
  /// True if a row begins with the text.
  public var isFound = true
}

/// The content of a screen in which objects are picked.
public struct PickerView {
  /// The rows of all objects, with marks for the picked objects.
  public var rows: ScreenRows
  /// The index of the selected row; nil if no row is selected.
  public var selection: Int?
  /// The text that is shown if there are no rows.
  public var placeholder: String
}

/// The content of a screen that shows the fields of an object.
public struct FormView: Sendable, Hashable {
  /// A field, with its label and the text of its value.
  public struct Field: Sendable, Hashable {
    /// The label of the field.
    public var label: String
    /// The text of the value.
    public var text: String
    /// The kind of the field, which determines how it is edited.
    public var kind: FieldKind
    /// True if the value can be changed.
    public var isEditable: Bool
    /// True if the value has an unsaved change.
    public var isChanged: Bool
    /// True if the field must have a value.
    public var isRequired = false
    /// True if the field is selected and can show related objects or its whole value.
    public var canOpen = false
  }

  /// The fields of the form, in order.
  public var fields: [Field]
  /// The index of the selected field; nil if no field is selected.
  public var selection: Int?
  /// The month of the selected field's date; nil if the field is not an editable date.
  public var calendar: MonthView?

  /// Creates the content of a form.
  public init(fields: [Field], selection: Int? = nil, calendar: MonthView? = nil) {
    self.fields = fields
    self.selection = selection
    self.calendar = calendar
  }
}

/// The content of a screen that searches for objects.
public struct SearchView {
  /// The descriptions of the conditions that were kept from earlier searches.
  public var kept: [String]
  /// The titles of the ways to search.
  public var kinds: [String]
  /// The index of the selected way to search in `kinds`.
  public var kind: Int
  /// The text that has been typed for the search.
  public var text: String
  /// True if the selected way to search takes text.
  public var takesText: Bool
  /// The rows of the results.
  public var rows: ScreenRows
  /// The index of the selected result; nil if the search field is selected
  /// instead.
  public var selection: Int?
  /// A description of the results, such as `No Results`, or of the expected input.
  public var note: String
  /// The description of the order of the results; empty for the search's own
  /// order.
  public var order = ""
  /// The jump among the results; nil if there is none.
  public var jump: RowJump?
}
