public import BankModel
internal import Foundation
public import ModelRuntime
internal import ModelScreens

/// The ways to search for banks.
public enum BankSearchKind: String, Sendable, CaseIterable {
  case nameContains = "name-contains"
  case nameContainsFolded = "name"
  case nameEquals = "name-is"
  case nameBeginsWith = "name-begins"
  case nameEndsWith = "name-ends"
  case nameMatches = "name-matches"
  case zipEndsWith = "zip-ends"
  case closedOn = "closed-on"
  case closedAfter = "closed-after"
  case tagged = "tagged"
  case nameAndCity = "name-city"

  /// What the kind looks for, in words.
  public var title: String {
    switch self {
    case .nameContains: "Name contains"
    case .nameContainsFolded: "Name contains, ignoring case and accents"
    case .nameEquals: "Name is"
    case .nameBeginsWith: "Name begins with"
    case .nameEndsWith: "Name ends with"
    case .nameMatches: "Name matches a regular expression"
    case .zipEndsWith: "Zip ends with"
    case .closedOn: "Closed on a day, such as May 18, 2012"
    case .closedAfter: "Closed after a day, such as May 18, 2012"
    case .tagged: "Has at least one tag"
    case .nameAndCity: "Name and city, as name:city"
    }
  }
}

extension BankSearchKind {
  /// The kind as the search screen offers it.
  var screenKind: SearchKind {
    SearchKind(rawValue, title, takesText: self != .tagged) { [self] text in
      try BankSearch(self, text).request().predicate ?? .constant(true)
    }
  }
}

/// A search for banks: a kind and what was typed.
public struct BankSearch: Sendable, Hashable {
  /// What the text is looked for in.
  public var kind: BankSearchKind
  /// What was typed; `tagged` takes none.
  public var text: String

  /// Makes a search.
  public init(_ kind: BankSearchKind, _ text: String = "") {
    self.kind = kind
    self.text = text
  }

  /// The banks that are found, closed last first.
  ///
  /// - Throws: `BankSearchError` when the text is not what the kind takes.
  public func request() throws(BankSearchError) -> FetchRequest<FailedBankInfo> {
    let condition = try condition()
    var request = FailedBankInfo.where(condition)
    request.sortKeys = Self.order
    return request
  }

  /// The order of what is found: closed last first.
  static let order = [Paths<FailedBankInfo>().details.closeDate.descending]

  private func condition() throws(BankSearchError) -> (Paths<FailedBankInfo>) -> Condition {
    let text = text
    switch kind {
    case .nameContains: return { $0.name.contains(text) }
    case .nameContainsFolded:
      return { $0.name.contains(text, .caseInsensitive, .diacriticInsensitive) }
    case .nameEquals: return { $0.name == text }
    case .nameBeginsWith: return { $0.name.hasPrefix(text) }
    case .nameEndsWith: return { $0.name.hasSuffix(text) }
    case .nameMatches: return { $0.name.matches(text) }
    case .zipEndsWith: return { $0.details.zip.hasSuffix(text) }
    case .closedOn: return try closedOn()
    case .closedAfter: return try closedAfter()
    case .tagged: return { $0.details.tags.count > 0 }
    case .nameAndCity: return try nameAndCity()
    }
  }

  private func day() throws(BankSearchError) -> Date {
    if let day = BankDate.parse(shown: text) ?? BankDate.parse(listed: text) { return day }
    throw BankSearchError(message: "'\(text)' is not a day such as May 18, 2012")
  }

  private func closedOn() throws(BankSearchError) -> (Paths<FailedBankInfo>) -> Condition {
    let day = try day()
    let next = BankDate.nextDay(day)
    return { $0.details.closeDate >= day && $0.details.closeDate < next }
  }

  private func closedAfter() throws(BankSearchError) -> (Paths<FailedBankInfo>) -> Condition {
    let next = BankDate.nextDay(try day())
    return { $0.details.closeDate >= next }
  }

  /// Both sides of the first colon, blanks around them left out; an empty side
  /// is contained in everything.
  private func nameAndCity() throws(BankSearchError) -> (Paths<FailedBankInfo>) -> Condition {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    guard parts.count == 2 else {
      throw BankSearchError(
        message: "type name and city with one colon between them, such as Bank:Chicago")
    }
    let (name, city) = (parts[0], parts[1])
    return {
      $0.name.contains(name, .caseInsensitive) && $0.city.contains(city, .caseInsensitive)
    }
  }
}

/// A search whose text is not what its kind takes.
public struct BankSearchError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong, and what to type instead.
  public var message: String

  /// What is wrong, and what to type instead.
  public var description: String { message }
}
