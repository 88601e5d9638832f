/** A browser that Playwright did not install, with one open page: all that the smoke tests use. */
export interface Driver {
  /** Its name and version. */
  readonly version: string;
  open: (url: string) => Promise<void>;
  /** The value of an expression in the page; a promise is awaited. Returns plain data only. */
  evaluate: (expression: string) => Promise<unknown>;
  close: () => Promise<void>;
}
