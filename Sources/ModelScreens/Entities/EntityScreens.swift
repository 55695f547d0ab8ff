public import ModelRuntime
internal import ModelSchema

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
  let make: (@Sendable (ManagedObjectContext, NewValues) throws -> ManagedObject)?
  private var rowText: @Sendable (ManagedObject) -> RowText
  let listed: @Sendable (ManagedObjectContext, [SortKey]) -> any ListedObjects
  package let fetch:
    @Sendable (ManagedObjectContext, ObjectPredicate?, [SortKey]) throws -> [ManagedObject]
  /// The first object in an order that satisfies a condition.
  let first: @Sendable (ManagedObjectContext, ObjectPredicate?, [SortKey]) throws -> ManagedObject?
  package let batches:
    @Sendable (ManagedObjectContext, ObjectPredicate?, [SortKey], Int) throws -> BatchedObjects

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
    let description = type.entityDescription
    entity = description
    entityName = description.name
    parentName = description.parentName
    isAbstract = description.isAbstract
    self.noun = noun
    self.plural = plural ?? noun + "s"
    let lower = noun.lowercased()
    let prompted = promptedField.map { FormField.label($0).lowercased() } ?? ""
    texts = PromptTexts(newTitle: "New \(lower)", newMessage: "Insert new \(lower) \(prompted)")
    self.order = order(Paths<Object>())
    listed = { ControlledObjects(Self.request(Object.self, nil, $1), in: $0) }
    self.fields = fields
    self.others = others
    (self.tick, self.tickWord) = (tick, tickWord)
    self.searches = searches
    self.sample = sample
    self.promptedField = promptedField
    self.make = make
    rowText = { ($0 as? Object).map(row) ?? RowText("") }
    fetch = { try $0.fetch(Self.request(Object.self, $1, $2)) }
    first = { context, predicate, order in
      var request = Self.request(Object.self, predicate, order)
      request.limit = 1
      return try context.fetch(request).first
    }
    batches = { context, predicate, order, size in
      let request = Self.request(Object.self, predicate, order)
      return BatchedObjects(try context.batches(of: request, size: size))
    }
  }

  private static func request<Object: ManagedObject>(
    _ type: Object.Type, _ predicate: ObjectPredicate?, _ order: [SortKey]
  ) -> FetchRequest<Object> {
    var request = FetchRequest<Object>(predicate)
    request.sortKeys = order
    return request
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

/// Objects that a search found, loaded in batches.
package struct BatchedObjects {
  package let count: Int
  private let object: (Int) -> ManagedObject

  init<Object: ManagedObject>(_ batches: FetchedBatches<Object>) {
    count = batches.count
    object = { batches[$0] }
  }

  package subscript(place: Int) -> ManagedObject { object(place) }
}
