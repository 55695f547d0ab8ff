// The declarations of this module refer to screens.
@_exported public import ModelScreens
