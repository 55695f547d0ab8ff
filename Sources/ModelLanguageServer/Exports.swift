// The language module answers an editor's questions about a model.
@_exported public import ModelLanguage
