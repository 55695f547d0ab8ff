/// The screens of an entity, on which its objects are listed, edited, picked and searched.
///
/// Generated code creates the screens of each entity from typed key paths and closures.
/// An application customizes them by changing this value before it shows the screens.
public struct EntityScreens: Sendable {
  /// The name of the entity in the model.
  public let entityName: String
  /// The name of the parent entity; nil if the entity has no parent.
  public let parentName: String?
  /// True if only objects of subentities can be created.
  public let isAbstract: Bool
  /// The noun for one object, such as `Bank`.
  public var noun: String
  /// The noun for several objects, such as `Banks`.
  public var plural: String
  /// The texts of dialogs about objects of the entity.
  public var texts: PromptTexts
  /// The initial order of the objects in lists.
  public var order: [SortKey]
  /// The fields of the form, from top to bottom.
  public var fields: [FormField]
  /// The fields that appear only in commands, not in the form.
  public var others: [FormField]
  /// The ways to search for objects; if it is empty, lists offer no search.
  public var searches: [SearchKind]
  /// A closure that creates an object with sample values. If it is not nil, `+`
  /// creates an object without asking for values.
  public var sample: (@Sendable (ManagedObjectContext) throws -> ManagedObject)?
  /// The name of the only field for which `+` asks, because a new object needs
  /// no other value; nil if there is none.
  public var promptedField: String?

  /// The name of the Boolean field that a key toggles in lists; nil if there is none.
  public var tick: String?
  /// The name of the command that sets the field `tick`. With the prefix `un`,
  /// it is the name of the command that clears it.
  public var tickWord: String

  let entity: EntityDescription
  /// The properties of the entity. Inherited properties are included when the
  /// screens belong to a catalogue.
  var properties: [PropertyDescription]
  let make: (@Sendable (ManagedObjectContext, NewValues) throws -> ManagedObject)?
  private var rowText: @Sendable (ManagedObject) -> RowText
  /// The source of the entity's objects, by which they are fetched.
  package let source: EntitySource

  /// Creates the screens of an entity from its class.
  ///
  /// - Parameters:
  ///   - row: A closure that returns the text of an object's row in lists.
  ///   - make: A closure that creates an object from typed values; nil if
  ///     objects cannot be created.
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

  /// Creates the screens of an entity from its description, without a class of objects.
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
  /// Returns the text of an object's row in lists. If the object has no text,
  /// its title is its key.
  public func row(_ object: ManagedObject) -> RowText {
    var text = rowText(object)
    if text.title.isEmpty { text.title = untitled(object) }
    return text
  }

  func untitled(_ object: ManagedObject) -> String { "\(noun) \(object.objectID.key)" }

  /// Sets the closure that returns the text of rows.
  public mutating func showRows<Object: ManagedObject>(
    of type: Object.Type, _ row: @escaping @Sendable (Object) -> RowText
  ) {
    rowText = { ($0 as? Object).map(row) ?? RowText("") }
  }

  /// Returns the field of the form with the given name; nil if the form has no
  /// such field.
  public func field(_ name: String) -> FormField? { fields.first { $0.name == name } }
}
