// The classes of `Models/Tagged.model`, which the plugin writes when this target is built.
