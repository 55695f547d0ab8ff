public import BankModel
public import ModelRuntime

/// Picks the tags of a bank: all tags there are, those of the bank marked.
///
/// What is toggled or made is saved when the picker is left.
public final class TagPicker {
  /// A tag as the picker shows it.
  public struct Choice: Hashable {
    /// The tag.
    public let tag: Tag
    /// What the tag says.
    public let name: String
    /// Whether the bank has it.
    public let isPicked: Bool
  }

  private let context: ManagedObjectContext
  private let details: FailedBankDetails
  private var tags: [Tag]

  /// A picker for the tags of a bank.
  ///
  /// - Throws: `StoreError` when the tags cannot be read.
  public init(_ details: FailedBankDetails, in context: ManagedObjectContext) throws {
    self.context = context
    self.details = details
    tags = try context.fetch(Tag.all.sorted { [$0.name.descending] })
  }

  /// All tags by name, the last first.
  public var choices: [Choice] {
    tags.map { Choice(tag: $0, name: $0.name, isPicked: details.tags.contains($0)) }
  }

  /// Picks a tag, or lets go of it.
  public func toggle(_ tag: Tag) {
    if details.tags.contains(tag) { details.tags.remove(tag) } else { details.tags.insert(tag) }
  }

  /// Makes a new tag and picks it.
  ///
  /// Blanks around the name do not count.
  ///
  /// - Throws: `TagError` when the name is empty or there is such a tag.
  @discardableResult
  public func add(named name: String) throws(TagError) -> Tag {
    let name = name.trimmed
    guard !name.isEmpty else { throw .emptyName }
    guard !tags.contains(where: { $0.name == name }) else { throw .duplicate(name) }
    let tag = Tag(in: context, name: name)
    details.tags.insert(tag)
    let place = tags.firstIndex { $0.name < name } ?? tags.endIndex
    tags.insert(tag, at: place)
    return tag
  }

  /// Leaves the picker and saves.
  ///
  /// - Throws: What the save throws; nothing is lost then, and leaving can be
  ///   tried again.
  public func leave() throws {
    try context.save()
  }
}

/// A tag that cannot be made.
public enum TagError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The name has nothing but blanks.
  case emptyName
  /// There is such a tag.
  case duplicate(String)

  /// What is wrong.
  public var description: String {
    switch self {
    case .emptyName: "a tag needs a name"
    case .duplicate(let name): "there is a tag '\(name)' already"
    }
  }
}
