// Commands are made from screens.
@_exported public import ModelScreens
