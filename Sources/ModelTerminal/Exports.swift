// A terminal shows screens.
@_exported public import ModelScreens
