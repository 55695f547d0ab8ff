/// The content of a screen at a moment, for a front to draw.
public struct ScreenView {
  /// The content of a screen.
  public enum Content {
    /// Objects to open.
    case list(ListView)
    /// The fields of an object.
    case form(FormView)
    /// Objects to pick.
    case picker(PickerView)
    /// An input and what it found.
    case search(SearchView)
  }

  /// The title of the screen.
  public var title: String
  /// The content.
  public var content: Content
  /// The commands.
  public var commands: [ScreenCommand]

  /// The place of what is chosen; nil where nothing is.
  public var selection: Int? {
    switch content {
    case .list(let list): list.selection
    case .form(let form): form.selection
    case .picker(let picker): picker.selection
    case .search(let search): search.selection
    }
  }

  /// The number of the rows, or fields.
  public var count: Int {
    switch content {
    case .list(let list): list.rows.count
    case .form(let form): form.fields.count
    case .picker(let picker): picker.rows.count
    case .search(let search): search.rows.count
    }
  }

  /// The words about another order than the rows' own; empty for none.
  public var order: String {
    switch content {
    case .list(let list): list.order
    case .search(let search): search.order
    case .form, .picker: ""
    }
  }

  /// The text that is jumped to while it is typed; nil where none is.
  public var jump: RowJump? {
    switch content {
    case .list(let list): list.jump
    case .search(let search): search.jump
    case .form, .picker: nil
    }
  }
}

/// Something that can be done on a screen.
public enum ScreenCommand: String, Sendable, Hashable, CaseIterable {
  case open, add, delete, undo, redo, tick, search, jump, sort, toggle, move, edit, pick, follow
  case cycle, date, save, run, kind, combine, back, lists, quit
}

/// ScreenRows of a screen, made when they are looked at.
public struct ScreenRows: RandomAccessCollection {
  /// One row.
  public struct Row: Sendable, Hashable {
    /// The meaning of a row's mark.
    public enum Mark: Sendable, Hashable {
      /// The row cannot be picked.
      case none
      /// The object is not picked.
      case unpicked
      /// The object is picked.
      case picked
      /// The object is picked, at a place counted from 1.
      case place(Int)
    }

    /// The first line, or column.
    public var title: String
    /// The second one.
    public var subtitle: String
    /// The end of the second one that stays where not all of it fits.
    package var reason = ""
    /// A Boolean value that says whether it is picked.
    public var mark = Mark.none

    package init(title: String, subtitle: String = "", mark: Mark = .none) {
      (self.title, self.subtitle, self.mark) = (title, subtitle, mark)
    }

    init(_ text: RowText, mark: Mark = .none) {
      self.init(title: text.title, subtitle: text.subtitle, mark: mark)
      reason = text.reason
    }
  }

  /// The number of rows.
  public let count: Int
  private let row: (Int) -> Row

  init(count: Int, _ row: @escaping (Int) -> Row) {
    self.count = count
    self.row = row
  }

  /// 0.
  public var startIndex: Int { 0 }
  /// The number of rows.
  public var endIndex: Int { count }
  /// A row.
  public subscript(position: Int) -> Row { row(position) }
}

/// A list.
public struct ListView {
  /// The objects.
  public var rows: ScreenRows
  /// The chosen row; nil where there is none.
  public var selection: Int?
  /// The text that is shown where there is no row.
  public var placeholder: String
  /// The words about another order than the list's own, such as `by City`.
  public var order = ""
  /// The text that is jumped to while it is typed; nil where none is.
  public var jump: RowJump?
}

/// A text that is typed to jump to the first row that begins with it.
public struct RowJump: Sendable, Hashable {
  /// The text so far.
  public var text = ""
  /// A Boolean value that says whether there is such a row.
  public var isFound = true
}

/// A picker.
public struct PickerView {
  /// All objects there are, the picked ones marked.
  public var rows: ScreenRows
  /// The chosen row; nil where there is none.
  public var selection: Int?
  /// The text that is shown where there is no row.
  public var placeholder: String
}

/// A form.
public struct FormView: Sendable, Hashable {
  /// A field.
  public struct Field: Sendable, Hashable {
    /// The name for people.
    public var label: String
    /// Its text.
    public var text: String
    /// The way it is edited.
    public var kind: FieldKind
    /// A Boolean value that says whether it can be changed.
    public var isEditable: Bool
    /// A Boolean value that says whether it was changed and not saved yet.
    public var isChanged: Bool
    /// A Boolean value that says whether it must not be empty.
    public var isRequired = false
    /// A Boolean value that says whether it is chosen and has more to show: what
    /// it leads to, or its whole value.
    public var canOpen = false
  }

  /// The fields, in their order.
  public var fields: [Field]
  /// The chosen field; nil where there is none.
  public var selection: Int?
  /// The month of the chosen date.
  public var calendar: MonthView?

  /// Makes a form.
  public init(fields: [Field], selection: Int? = nil, calendar: MonthView? = nil) {
    self.fields = fields
    self.selection = selection
    self.calendar = calendar
  }
}

/// A search.
public struct SearchView {
  /// The other conditions that have to hold, in words.
  public var kept: [String]
  /// The ways to search.
  public var kinds: [String]
  /// The chosen way.
  public var kind: Int
  /// The text that was typed.
  public var text: String
  /// A Boolean value that says whether there is anything to type.
  public var takesText: Bool
  /// The results.
  public var rows: ScreenRows
  /// The chosen result; nil while the input is.
  public var selection: Int?
  /// The words about the results, such as `No Results`.
  public var note: String
  /// The words about another order than the search's own.
  public var order = ""
  /// The text that is jumped to while it is typed; nil where none is.
  public var jump: RowJump?
}
