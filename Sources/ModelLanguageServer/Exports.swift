// The language answers the questions of an editor about a model.
@_exported public import ModelLanguage
