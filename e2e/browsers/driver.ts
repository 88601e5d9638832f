/** A browser that is not ours, with one page open: what the smoke tests need of it. */
export interface Driver {
  /** Its name and version. */
  readonly version: string;
  open: (url: string) => Promise<void>;
  /** What an expression of the page comes to; a promise is waited for. Plain data only. */
  evaluate: (expression: string) => Promise<unknown>;
  close: () => Promise<void>;
}
