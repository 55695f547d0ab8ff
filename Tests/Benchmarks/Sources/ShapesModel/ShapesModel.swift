// The classes of `Models/Shapes.model`, which the plugin writes when this target is built.
