/// The order of rows, which is their default order or the order of a field, and
/// can be reversed.
struct RowOrder {
  private let screens: EntityScreens
  /// The fields by which rows can be sorted.
  private let fields: [(field: FormField, key: SortKey)]
  /// The index of the field by which rows are sorted; nil for the default order.
  private var place: Int?
  private var isTurned = false

  init(_ screens: EntityScreens, in model: ManagedObjectModel) {
    self.screens = screens
    fields = screens.allFields.compactMap { field in
      screens.sortKey(of: field, in: model).map { (field, $0) }
    }.filter { [$0.key] != screens.order }
  }

  /// Sorts by the field at the given distance from the current one. The
  /// distance can be negative.
  mutating func move(_ step: Int) {
    let count = fields.count + 1
    let next = (((place ?? -1) + 1 + step) % count + count) % count
    (place, isTurned) = (next == 0 ? nil : next - 1, false)
  }

  /// Reverses the order of the rows.
  mutating func turn() { isTurned.toggle() }

  /// Returns the sort keys of the order.
  ///
  /// - Parameter own: The sort keys of the default order.
  func keys(_ own: [SortKey]) -> [SortKey] {
    guard let place else { return isTurned ? own.map(\.reversed) : own }
    let key = fields[place].key
    return [isTurned ? key.reversed : key] + own
  }

  /// The description of the order, such as `by city`; empty for the default
  /// order.
  var text: String {
    let name = place.map { "by \(fields[$0].field.label.lowercased())" } ?? ""
    return [name, isTurned ? "turned around" : ""].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// True if rows are sorted by a field.
  var isByField: Bool { place != nil }

  /// Returns the path of the text that is compared by jumps. It is the field by
  /// which rows are sorted or, if they are not sorted by a string, the field
  /// that names an object; nil if there is none.
  func jumpPath(in model: ManagedObjectModel) -> String? {
    let sorted = place.map { fields[$0].field }
    let isText = sorted.flatMap { screens.property(of: $0, in: model) }?.attribute?.type == .string
    return isText ? sorted?.name : screens.nameKey
  }
}

extension EntityScreens {
  /// Returns the condition that the text at a path begins with the given text,
  /// ignoring case and accents.
  static func begins(_ path: String, with text: String) -> ObjectPredicate {
    .compare(
      .keyPath(path), .beginsWith, .constant(.string(text)),
      options: [.caseInsensitive, .diacriticInsensitive])
  }
}
