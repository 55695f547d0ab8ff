// The declarations in this module use types of the screens module.
@_exported public import ModelScreens
