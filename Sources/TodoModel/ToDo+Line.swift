extension ToDo: CustomStringConvertible {
  /// The item on one line, without its date, such as `[x] water the plants
  /// (home)`.
  public var description: String {
    let group = category.map { " (\($0.name))" } ?? ""
    return "[\(completed ? "x" : " ")] \(name)\(group)\(doNotAlert ? " - no alert" : "")"
  }
}
