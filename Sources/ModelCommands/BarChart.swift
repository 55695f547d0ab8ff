/// Numbers as bars of text.
struct BarChart {
  struct Bar {
    let label: String
    let count: Int

    init(_ label: String, _ count: Int) {
      self.label = label
      self.count = count
    }
  }

  let bars: [Bar]
  /// The number of columns of the longest bar.
  var width = 50

  /// Counts objects by the values of a field, the most frequent first. Dates
  /// are counted by year, including the years in between. For a relationship,
  /// each of the objects that it leads to is counted.
  init(counting objects: BatchedObjects, by field: FormField, in catalog: ScreenCatalog) {
    if case .date(let hasTime) = field.kind {
      bars = Self.years(of: objects, by: field, hasTime: hasTime)
      return
    }
    var counts: [String: Int] = [:]
    for place in 0..<objects.count {
      var texts = [field.text(objects[place])]
      if field.kind.entityName != nil {
        let titles = field.related(objects[place]).map { catalog.row($0).title }
        texts = titles.isEmpty ? ["none"] : titles
      }
      for text in texts { counts[text, default: 0] += 1 }
    }
    bars = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map {
      Bar($0.key.valueOnOneLine, $0.value)
    }
  }

  private static func years(
    of objects: BatchedObjects, by field: FormField, hasTime: Bool
  ) -> [Bar] {
    var years: [Int: Int] = [:]
    for place in 0..<objects.count {
      guard let date = field.date(objects[place]) else { continue }
      years[ScreenDate.year(of: date, hasTime: hasTime), default: 0] += 1
    }
    guard let first = years.keys.min(), let last = years.keys.max() else { return [] }
    let shown = last - first < 200 ? Array(first...last) : years.keys.sorted()
    return shown.map { Bar("\($0)", years[$0] ?? 0) }
  }

  /// The bars as a JSON array of objects with `key` and `count`.
  var json: String {
    let values = bars.map { "{\"key\": \(JSONText.string($0.label)), \"count\": \($0.count)}" }
    return "[\n\(values.joined(separator: ",\n"))\n]\n"
  }

  /// A line for each bar: the label, the bar and the number.
  var text: String {
    guard let greatest = bars.map(\.count).max(), greatest > 0 else { return "No Results\n" }
    let labels = bars.map(\.label.count).max() ?? 0
    return bars.map { bar in
      // A number above zero always has a bar.
      let length = bar.count == 0 ? 0 : max(bar.count * width / greatest, 1)
      let drawn = String(repeating: "█", count: length)
      return "\(bar.label.padded(to: labels))  \(drawn)\(length > 0 ? " " : "")\(bar.count)\n"
    }.joined()
  }
}
