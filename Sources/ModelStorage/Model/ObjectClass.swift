/// The class of an entity's objects, as a store knows it: not at all.
///
/// What makes objects gives a model its classes and finds them again with its entities.
package protocol ObjectClass: AnyObject, Sendable {
  /// The class; nil where objects of several entities have the same one.
  var identifier: ObjectIdentifier? { get }
  /// True if objects are told when they were read.
  var hasFetchHooks: Bool { get }
}
