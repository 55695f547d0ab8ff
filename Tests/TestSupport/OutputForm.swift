public import Foundation

/// The forms of JSON output that the article on machine output promises, by command.
public struct OutputForms {
  /// The file of the article.
  public static let article = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources/ModelRuntime/ModelRuntime.docc/MachineOutput.md")

  private var forms: [String: Any] = [:]

  /// Reads the article: the JSON block after each heading of a command is the form of
  /// its output.
  public init() throws {
    let text = try String(contentsOf: Self.article, encoding: .utf8)
    for section in text.components(separatedBy: "\n### ").dropFirst() {
      let name = section.prefix { $0 != "\n" }
      guard let start = section.range(of: "```json\n"),
        let end = section.range(of: "\n```", range: start.upperBound..<section.endIndex)
      else { continue }
      forms[String(name)] = try JSONSerialization.jsonObject(
        with: Data(section[start.upperBound..<end.lowerBound].utf8))
    }
  }

  /// The commands whose output the article describes.
  public var commands: Set<String> { Set(forms.keys) }

  /// Returns the differences between the output of a command and its form, or an empty
  /// array if there are none.
  ///
  /// - Parameter common: A command whose keys the output has in addition to its own.
  public func mistakes(in output: String, of command: String, with common: String? = nil)
    -> [String]
  {
    guard
      let json = try? JSONSerialization.jsonObject(
        with: Data(output.utf8), options: .fragmentsAllowed)
    else { return ["no JSON: \(output)"] }
    var form = forms[command] ?? [String: Any]()
    if let common, let own = form as? [String: Any],
      let more = forms[common] as? [String: Any]
    {
      form = own.merging(more) { one, _ in one }
    } else if forms[command] == nil {
      return ["the article says nothing about '\(command)'"]
    }
    return Self.mistakes(json, form, "")
  }

  private static func mistakes(_ json: Any, _ form: Any, _ place: String) -> [String] {
    switch form {
    case let type as String:
      let isRight = type.split(separator: "|").contains { isOf($0, json) }
      return isRight ? [] : ["\(place): \(json) is no \(type)"]
    case let elements as [Any]:
      guard let list = json as? [Any], let element = elements.first else {
        return ["\(place): \(json) is no list"]
      }
      return list.enumerated().flatMap { mistakes($1, element, "\(place)[\($0)]") }
    case let keys as [String: Any]:
      guard let object = json as? [String: Any] else { return ["\(place): \(json) is no object"] }
      let required = keys.keys.filter { !$0.hasSuffix("?") && $0 != "*" && object[$0] == nil }
      return required.map { "\(place).\($0) is missing" }
        + object.flatMap { key, value in
          guard let known = keys[key] ?? keys[key + "?"] ?? keys["*"] else {
            return ["\(place).\(key) is not in the article"]
          }
          return mistakes(value, known, "\(place).\(key)")
        }
    default: return ["\(place): no form"]
    }
  }

  private static func isOf(_ type: Substring, _ json: Any) -> Bool {
    switch type {
    case "any": true
    case "null": json is NSNull
    case "text": json is String
    case "boolean": (json as? NSNumber).map { Kind($0) == .boolean } ?? false
    case "whole": (json as? NSNumber).map { Kind($0) == .whole } ?? false
    case "number": (json as? NSNumber).map { Kind($0) != .boolean } ?? false
    default: false
    }
  }

  /// The kind of a number in JSON, which Foundation reads as an `NSNumber`.
  private enum Kind {
    case boolean, whole, fraction

    init(_ number: NSNumber) {
      let type = String(cString: number.objCType)
      self = type == "c" || type == "B" ? .boolean : type == "d" ? .fraction : .whole
    }
  }
}
