internal import Foundation
public import ModelRuntime
internal import ModelSchema

extension SearchKind {
  /// A search that a model declares: a `fetch` with its arguments.
  ///
  /// - Parameters:
  ///   - template: The declaration's title, `closed(from:to:)`.
  ///   - prompt: The names of the arguments as they stand in one text.
  public static func declared<Object: ManagedObject>(
    _ name: String, _ title: String, _ template: String, of type: Object.Type,
    prompt: String = "", _ arguments: SearchArgument...
  ) -> SearchKind {
    let words = SearchPrompt(prompt, names: arguments.map(\.name))
    let description = Object.entityDescription.fetchTemplate(named: template)
    var kind = SearchKind(name, title, takesText: !arguments.isEmpty) { text in
      let texts = arguments.isEmpty ? [] : try words.texts(of: text)
      var values: [String: ConstantValue] = [:]
      for (argument, text) in zip(arguments, texts) {
        values[argument.name] = try argument.value(text)
      }
      let request = try FetchRequest<Object>(template: template, of: type, values)
      let days = arguments.filter { $0.kind == .date(hasTime: false) }.compactMap {
        values[$0.name]
      }
      return (request.predicate ?? .constant(true)).comparingDays(days)
    }
    if !prompt.isEmpty || arguments.count > 1 { kind.prompt = words.text }
    kind.order = description.flatMap { $0.sortKeys.isEmpty ? nil : $0.sortKeys }
    return kind
  }
}

extension ObjectPredicate {
  /// The condition with days for moments: what is compared with a day that was
  /// typed is compared with all of that day, from its midnight to before the
  /// next.
  func comparingDays(_ days: [ConstantValue]) -> ObjectPredicate {
    switch self {
    case .constant: self
    case .and(let parts): .and(parts.map { $0.comparingDays(days) })
    case .or(let parts): .or(parts.map { $0.comparingDays(days) })
    case .not(let part): .not(part.comparingDays(days))
    case .comparison(let comparison): comparison.comparingDays(days)
    }
  }
}

extension ObjectPredicate.Comparison {
  fileprivate func comparingDays(_ days: [ConstantValue]) -> ObjectPredicate {
    guard case .constant(let day) = right, days.contains(day), case .date(let date) = day else {
      return .comparison(self)
    }
    let next = ObjectExpression.constant(.date(ScreenDate.shifted(date, days: 1)))
    func compared(
      _ sign: Operator, _ side: ObjectExpression
    ) -> ObjectPredicate {
      .comparison(.init(left, sign, side, quantifier: quantifier))
    }
    let isWithin = ObjectPredicate.and([compared(.greaterOrEqual, right), compared(.less, next)])
    switch self.operator {
    case .equal: return isWithin
    case .notEqual: return .not(isWithin)
    case .lessOrEqual: return compared(.less, next)
    case .greater: return compared(.greaterOrEqual, next)
    case .less, .greaterOrEqual, .beginsWith, .endsWith, .contains, .like, .matches, .in, .between:
      return .comparison(self)
    }
  }
}
