/// The screens of an entity: how its objects are listed, edited, picked and
/// searched.
///
/// Generated code makes one for each entity, from typed key paths and closures;
/// what a person wants otherwise is changed in the value before the screens are
/// shown.
public struct EntityScreens: Sendable {
  /// The name of the entity.
  public let entityName: String
  /// The name of the entity it inherits from.
  public let parentName: String?
  /// A Boolean value that says whether only objects of subentities can be made.
  public let isAbstract: Bool
  /// The name of one object, such as `Bank`.
  public var noun: String
  /// The name of several, such as `Banks`.
  public var plural: String
  /// The words of questions.
  public var texts: PromptTexts
  /// The order of lists.
  public var order: [SortKey]
  /// The fields of the form, in their order.
  public var fields: [FormField]
  /// The fields that the form leaves out, for commands.
  public var others: [FormField]
  /// The ways to search; where there is none, lists offer no search.
  public var searches: [SearchKind]
  /// Makes an object that is a start, where `+` asks nothing.
  public var sample: (@Sendable (ManagedObjectContext) throws -> ManagedObject)?
  /// The field that is all that a new object needs: `+` asks for it.
  public var promptedField: String?

  /// The yes or no that a key turns around in lists; nil for none.
  public var tick: String?
  /// The command for that; `un` before it turns it back.
  public var tickWord: String

  let entity: EntityDescription
  /// The properties, inherited ones too once it is in a catalogue.
  var properties: [PropertyDescription]
  let make: (@Sendable (ManagedObjectContext, NewValues) throws -> ManagedObject)?
  private var rowText: @Sendable (ManagedObject) -> RowText
  /// The source that the objects are fetched from.
  package let source: EntitySource

  /// Describes the screens of a class.
  ///
  /// - Parameters:
  ///   - row: What lists show of an object.
  ///   - make: Makes an object from what was typed; nil where none can be made.
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

  /// Describes the screens of an entity, whatever the class of its objects.
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
  /// The texts by which lists show an object; an object without any text is
  /// called by its key.
  public func row(_ object: ManagedObject) -> RowText {
    var text = rowText(object)
    if text.title.isEmpty { text.title = untitled(object) }
    return text
  }

  func untitled(_ object: ManagedObject) -> String { "\(noun) \(object.objectID.key)" }

  /// Changes what lists show of an object.
  public mutating func showRows<Object: ManagedObject>(
    of type: Object.Type, _ row: @escaping @Sendable (Object) -> RowText
  ) {
    rowText = { ($0 as? Object).map(row) ?? RowText("") }
  }

  /// The field of a name, or nil.
  public func field(_ name: String) -> FormField? { fields.first { $0.name == name } }
}
