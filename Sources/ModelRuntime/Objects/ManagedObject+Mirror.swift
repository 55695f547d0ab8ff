// Without this, `dump` and debuggers would show the whole graph of the context.
extension ManagedObject: CustomReflectable {
  /// A mirror that shows the object's values in the same form as
  /// ``debugDescription``, without its context.
  public var customMirror: Mirror {
    Mirror(
      self, children: ["values": debugDescription], displayStyle: .class,
      ancestorRepresentation: .suppressed)
  }
}
