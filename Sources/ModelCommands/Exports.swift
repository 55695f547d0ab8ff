// Commands are created from screens.
@_exported public import ModelScreens
