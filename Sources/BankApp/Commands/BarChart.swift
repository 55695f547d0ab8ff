/// Numbers as bars of text.
struct BarChart {
  /// One bar.
  struct Bar {
    let label: String
    let count: Int

    init(_ label: String, _ count: Int) {
      self.label = label
      self.count = count
    }
  }

  let bars: [Bar]
  /// How many columns the longest bar takes.
  var width = 50

  /// A line for each bar: label, bar, number.
  var text: String {
    guard let greatest = bars.map(\.count).max(), greatest > 0 else { return "No Results\n" }
    let labels = bars.map(\.label.count).max() ?? 0
    return bars.map { bar in
      let label = bar.label + String(repeating: " ", count: labels - bar.label.count)
      // What is there is never without a bar.
      let length = bar.count == 0 ? 0 : max(bar.count * width / greatest, 1)
      let drawn = String(repeating: "█", count: length)
      return "\(label)  \(drawn)\(length > 0 ? " " : "")\(bar.count)\n"
    }.joined()
  }
}
