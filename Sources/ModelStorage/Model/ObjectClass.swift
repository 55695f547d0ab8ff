/// The class of an entity's objects, which is opaque to a store.
///
/// The code that creates objects supplies the classes of a model, and gets them
/// back with its entities.
package protocol ObjectClass: AnyObject, Sendable {
  /// The identifier of the class; nil if objects of several entities have the same
  /// class.
  var identifier: ObjectIdentifier? { get }
  /// True if objects have hooks that run after they are fetched.
  var hasFetchHooks: Bool { get }
}
