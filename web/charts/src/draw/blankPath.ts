/** A context that makes its own paths: the one that writes SVG, which no screen needs. */
interface OwnPaths {
  blankPath: () => unknown;
}

/** An empty path for this context: the browser's, or one that can be written as SVG. */
export function blankPath(context: CanvasRenderingContext2D | OwnPaths): Path2D {
  // The caller only passes it back to the same context.
  return 'blankPath' in context ? (context.blankPath() as Path2D) : new Path2D();
}
