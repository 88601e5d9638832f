/** Pointer capture, which jsdom lacks. */
Object.defineProperty(Element.prototype, 'setPointerCapture', { configurable: true, value: () => undefined });
