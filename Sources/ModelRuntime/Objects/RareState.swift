internal import Observation

/// The additional state that hardly any object has.
///
/// It stands apart because every changed object pays for the fields of its
/// state; an `ObservationRegistrar` there would also cost calls to make and to
/// destroy it, since its layout is known to its own library only.
final class RareState {
  var loadedProperties: PropertySet?
  var inaccessibility: Inaccessibility?
  var registrar: ObservationRegistrar?
}
