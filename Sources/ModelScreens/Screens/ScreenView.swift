/// What a screen shows at a moment, for a front to draw.
public struct ScreenView {
  /// What a screen is made of.
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

  /// What the screen is called.
  public var title: String
  /// What it is made of.
  public var content: Content
  /// What can be done.
  public var commands: [ScreenCommand]
}

/// Something that can be done on a screen.
public enum ScreenCommand: String, Sendable, Hashable, CaseIterable {
  case open
  case add
  case delete
  case search
  case toggle
  case move
  case edit
  case pick
  case cycle
  case date
  case save
  case run
  case kind
  case back
  case lists
  case quit
}

/// ScreenRows of a screen, made when they are looked at.
public struct ScreenRows: RandomAccessCollection {
  /// One row.
  public struct Row: Sendable, Hashable {
    /// What a row's mark says.
    public enum Mark: Sendable, Hashable {
      /// Nothing can be picked.
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
    /// Whether it is picked.
    public var mark = Mark.none
  }

  /// How many rows there are.
  public let count: Int
  private let row: (Int) -> Row

  init(count: Int, _ row: @escaping (Int) -> Row) {
    self.count = count
    self.row = row
  }

  /// 0.
  public var startIndex: Int { 0 }
  /// How many rows there are.
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
  /// What is shown where there is no row.
  public var placeholder: String
}

/// A picker.
public struct PickerView {
  /// All objects there are, the picked ones marked.
  public var rows: ScreenRows
  /// The chosen row; nil where there is none.
  public var selection: Int?
  /// What is shown where there is no row.
  public var placeholder: String
}

/// A form.
public struct FormView: Sendable, Hashable {
  /// A field.
  public struct Field: Sendable, Hashable {
    /// What people call it.
    public var label: String
    /// Its text.
    public var text: String
    /// How it is edited.
    public var kind: FieldKind
    /// Whether it can be changed.
    public var isEditable: Bool
    /// Whether it was changed and not saved yet.
    public var isChanged: Bool
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
  /// The ways to search.
  public var kinds: [String]
  /// The chosen way.
  public var kind: Int
  /// What was typed.
  public var text: String
  /// Whether there is anything to type.
  public var takesText: Bool
  /// What was found.
  public var rows: ScreenRows
  /// The chosen result; nil while the input is.
  public var selection: Int?
  /// What is to be said about the results, such as `No Results`.
  public var note: String
}
