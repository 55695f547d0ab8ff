/// The hooks of an entity and its parent entities, in the order from the root
/// to the entity.
final class CompiledHooks: Sendable {
  typealias Call = @Sendable (ManagedObject) -> Void
  typealias Check = @Sendable (ManagedObject, SaveKind, inout Validation) -> Void

  let awakeFromInsert: [Call]
  let awakeFromFetch: [Call]
  let willSave: [Call]
  let didSave: [Call]
  let prepareForDeletion: [Call]
  let willTurnIntoFault: [Call]
  let didTurnIntoFault: [Call]
  let validate: [Check]

  /// Finds the hooks of the given classes. The initialiser returns nil if there
  /// are none.
  init?(_ lineage: [any ObjectHooks.Type]) {
    // Determining that a type does not conform takes a long time, so most types are
    // checked only once.
    let lineage = lineage.filter { $0 is any ObjectHook.Type }
    guard !lineage.isEmpty else { return nil }
    awakeFromInsert = lineage.compactMap { ($0 as? any AwakeFromInsertHook.Type)?.insertCall }
    awakeFromFetch = lineage.compactMap { ($0 as? any AwakeFromFetchHook.Type)?.fetchCall }
    willSave = lineage.compactMap { ($0 as? any WillSaveHook.Type)?.willSaveCall }
    didSave = lineage.compactMap { ($0 as? any DidSaveHook.Type)?.didSaveCall }
    prepareForDeletion = lineage.compactMap {
      ($0 as? any PrepareForDeletionHook.Type)?.deletionCall
    }
    willTurnIntoFault = lineage.compactMap { ($0 as? any TurnIntoFaultHook.Type)?.willFaultCall }
    didTurnIntoFault = lineage.compactMap { ($0 as? any TurnIntoFaultHook.Type)?.didFaultCall }
    validate = lineage.compactMap { ($0 as? any ValidationHook.Type)?.validationCheck }
  }
}

extension ObjectHooks {
  /// Returns a call of a hook. The cast is unchecked because the runtime passes only
  /// objects of the hook's class to a hook.
  fileprivate static func call(
    _ hook: @escaping @Sendable (Object) -> Void
  ) -> CompiledHooks.Call {
    { hook(unsafeDowncast($0, to: Object.self)) }
  }
}

extension AwakeFromInsertHook {
  fileprivate static var insertCall: CompiledHooks.Call { call { awakeFromInsert($0) } }
}

extension AwakeFromFetchHook {
  fileprivate static var fetchCall: CompiledHooks.Call { call { awakeFromFetch($0) } }
}

extension WillSaveHook {
  fileprivate static var willSaveCall: CompiledHooks.Call { call { willSave($0) } }
}

extension DidSaveHook {
  fileprivate static var didSaveCall: CompiledHooks.Call { call { didSave($0) } }
}

extension PrepareForDeletionHook {
  fileprivate static var deletionCall: CompiledHooks.Call { call { prepareForDeletion($0) } }
}

extension TurnIntoFaultHook {
  fileprivate static var willFaultCall: CompiledHooks.Call { call { willTurnIntoFault($0) } }
  fileprivate static var didFaultCall: CompiledHooks.Call { call { didTurnIntoFault($0) } }
}

extension ValidationHook {
  fileprivate static var validationCheck: CompiledHooks.Check {
    { validate(unsafeDowncast($0, to: Object.self), for: $1, &$2) }
  }
}
