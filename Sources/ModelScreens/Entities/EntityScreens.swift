/// The screens of an entity, on which its objects are listed, edited, picked and searched.
///
/// Generated code makes the screens of each entity from typed key paths and closures.
/// An application customizes them by changing the value before it shows the screens.
public struct EntityScreens: Sendable {
  /// The name of the entity in the model.
  public let entityName: String
  /// The name of the parent entity; nil if it has none.
  public let parentName: String?
  /// True if only objects of subentities can be made.
  public let isAbstract: Bool
  /// The name of one object, such as `Bank`.
  public var noun: String
  /// The name of several objects, such as `Banks`.
  public var plural: String
  /// The texts of questions about objects.
  public var texts: PromptTexts
  /// The order in which lists show the objects at first.
  public var order: [SortKey]
  /// The fields of the form, from top to bottom.
  public var fields: [FormField]
  /// The fields that only commands show, not the form.
  public var others: [FormField]
  /// The ways to search; lists offer no search if it is empty.
  public var searches: [SearchKind]
  /// Makes an object with sample values; if it is set, `+` asks for nothing.
  public var sample: (@Sendable (ManagedObjectContext) throws -> ManagedObject)?
  /// The name of the only field that a new object needs, which `+` asks for.
  public var promptedField: String?

  /// The name of the Boolean field that a key toggles in lists; nil for none.
  public var tick: String?
  /// The command that sets that field; the prefix `un` makes the command that clears
  /// it.
  public var tickWord: String

  let entity: EntityDescription
  /// The properties; inherited ones are included once the screens are in a catalogue.
  var properties: [PropertyDescription]
  let make: (@Sendable (ManagedObjectContext, NewValues) throws -> ManagedObject)?
  private var rowText: @Sendable (ManagedObject) -> RowText
  /// The source that the objects are fetched from.
  package let source: EntitySource

  /// Creates the screens of an entity from its class.
  ///
  /// - Parameters:
  ///   - row: Returns the texts of an object's row in lists.
  ///   - make: Makes an object from typed values; nil if objects cannot be made.
  public init<Object: ManagedObject>(
    _ type: Object.Type, noun: String, plural: String? = nil,
    row: @escaping @Sendable (Object) -> RowText, order: (Paths<Object>) -> [SortKey],
    fields: [FormField], others: [FormField] = [],
    searches: [SearchKind] = [],
    tick: String? = nil, tickWord: String = "tick",
    sample: (@Sendable (ManagedObjectContext) throws -> ManagedObject)? = nil,
    prompt promptedField: String? = nil,
    make: (@Sendable (ManagedObjectContext, NewValues) throws -> ManagedObject)? = nil
  ) {
    self.init(
      of: type.entityDescription, source: EntitySource(type), noun: noun, plural: plural,
      row: { ($0 as? Object).map(row) ?? RowText("") }, order: order(Paths<Object>()),
      fields: fields, others: others, searches: searches, make: make)
    (self.tick, self.tickWord) = (tick, tickWord)
    self.sample = sample
    self.promptedField = promptedField
    let prompted = promptedField.map { FormField.label($0).lowercased() } ?? ""
    texts.newMessage = "Insert new \(noun.lowercased()) \(prompted)"
  }

  /// Describes the screens of an entity by its name, without a class of objects.
  package init(
    of entity: EntityDescription, source: EntitySource, noun: String, plural: String? = nil,
    row: @escaping @Sendable (ManagedObject) -> RowText, order: [SortKey] = [],
    fields: [FormField], others: [FormField] = [], searches: [SearchKind] = [],
    make: (@Sendable (ManagedObjectContext, NewValues) throws -> ManagedObject)? = nil
  ) {
    self.entity = entity
    properties = entity.properties
    self.source = source
    (entityName, parentName) = (entity.name, entity.parentName)
    isAbstract = entity.isAbstract
    self.noun = noun
    self.plural = plural ?? noun + "s"
    let lower = noun.lowercased()
    texts = PromptTexts(newTitle: "New \(lower)", newMessage: "Insert new \(lower)")
    self.order = order
    (self.fields, self.others) = (fields, others)
    self.searches = searches
    (tick, tickWord) = (nil, "tick")
    self.make = make
    rowText = row
  }
}

extension EntityScreens {
  /// Returns the texts of an object's row in lists; an object without any text has its
  /// key for a title.
  public func row(_ object: ManagedObject) -> RowText {
    var text = rowText(object)
    if text.title.isEmpty { text.title = untitled(object) }
    return text
  }

  func untitled(_ object: ManagedObject) -> String { "\(noun) \(object.objectID.key)" }

  /// Sets the closure that makes the texts of rows.
  public mutating func showRows<Object: ManagedObject>(
    of type: Object.Type, _ row: @escaping @Sendable (Object) -> RowText
  ) {
    rowText = { ($0 as? Object).map(row) ?? RowText("") }
  }

  /// Returns the form's field with a name; nil if there is no such field.
  public func field(_ name: String) -> FormField? { fields.first { $0.name == name } }
}
