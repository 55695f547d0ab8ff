// What `dump` and debuggers show: without it, the whole graph of the context.
extension ManagedObject: CustomReflectable {
  /// The object's values as its ``debugDescription`` has them, and nothing of its context.
  public var customMirror: Mirror {
    Mirror(
      self, children: ["values": debugDescription], displayStyle: .class,
      ancestorRepresentation: .suppressed)
  }
}
