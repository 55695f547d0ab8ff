/// The order of rows: their own, or that of a field, either of them turned around.
struct RowOrder {
  private let screens: EntityScreens
  /// The fields that rows can be sorted by.
  private let fields: [(field: FormField, key: SortKey)]
  /// The place of the field that they are sorted by; nil for their own order.
  private var place: Int?
  private var isTurned = false

  init(_ screens: EntityScreens, in model: ManagedObjectModel) {
    self.screens = screens
    fields = screens.allFields.compactMap { field in
      screens.sortKey(of: field, in: model).map { (field, $0) }
    }.filter { [$0.key] != screens.order }
  }

  /// Takes the field so many further on.
  mutating func move(_ step: Int) {
    let count = fields.count + 1
    let next = (((place ?? -1) + 1 + step) % count + count) % count
    (place, isTurned) = (next == 0 ? nil : next - 1, false)
  }

  /// Turns the order around.
  mutating func turn() { isTurned.toggle() }

  /// The keys to sort by, where the rows' own order is another.
  func keys(_ own: [SortKey]) -> [SortKey] {
    guard let place else { return isTurned ? own.map(\.reversed) : own }
    let key = fields[place].key
    return [isTurned ? key.reversed : key] + own
  }

  /// The words about it; empty for the rows' own.
  var text: String {
    let name = place.map { "by \(fields[$0].field.label.lowercased())" } ?? ""
    return [name, isTurned ? "turned around" : ""].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// A Boolean value that says whether rows are sorted by a field.
  var isByField: Bool { place != nil }

  /// The path of the text by whose beginning rows are jumped to: the one that they
  /// are sorted by, else their name; nil where there is none.
  func jumpPath(in model: ManagedObjectModel) -> String? {
    let sorted = place.map { fields[$0].field }
    let isText = sorted.flatMap { screens.property(of: $0, in: model) }?.attribute?.type == .string
    return isText ? sorted?.name : screens.nameKey
  }
}

extension EntityScreens {
  /// The condition of rows that begin with a text, ignoring case and accents.
  static func begins(_ path: String, with text: String) -> ObjectPredicate {
    .compare(
      .keyPath(path), .beginsWith, .constant(.string(text)),
      options: [.caseInsensitive, .diacriticInsensitive])
  }
}
