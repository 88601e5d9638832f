/** What jsdom lacks of pointers. */
Object.defineProperty(Element.prototype, 'setPointerCapture', { configurable: true, value: () => undefined });
