import ModelRuntime

// The model is `Models/Garden.model`, for the target is called `GardenModel`; what is generated from
// it is called `Garden+Model.swift`, for this file has the name.

extension Bed {
  /// The height of the tallest plant; nil where nothing grows.
  public var greatestHeight: Double? { plants.map(\.height).max() }
}
