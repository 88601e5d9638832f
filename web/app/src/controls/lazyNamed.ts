import { lazy } from 'react';
import type { ComponentType, ReactNode } from 'react';

/** How many parts have loaded, and the listeners that are called when one more has. */
let loaded = 0;
const listeners = new Set<() => void>();

export const loads = {
  count: (): number => loaded,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

type PropsOf<Part> = Part extends (props: infer Props) => ReactNode ? Props : never;

/**
 * A component that loads when it is first rendered, taken by its name from its module. Until then,
 * the `Later` around it shows its fallback. A component that was loaded before is rendered at once.
 */
export function lazyNamed<Module, Name extends keyof Module>(name: Name, load: () => Promise<Module>) {
  type Part = ComponentType<PropsOf<Module[Name]>>;
  let found: { default: Part } | null = null;
  const fetch = async (): Promise<{ default: Part }> => {
    found = { default: (await load())[name] as Part };
    return found;
  };
  const part = lazy(() => {
    const known = found;
    // A `then` that calls back synchronously: React renders the part without the fallback.
    if (known !== null)
      return { then: (take: (value: typeof known) => void) => take(known) } as Promise<typeof known>;
    const coming = fetch();
    // React's own handler, attached after this returns, runs between these two callbacks.
    void coming
      .then(() => undefined)
      .then(
        () => {
          loaded += 1;
          for (const listener of [...listeners]) listener();
        },
        () => undefined,
      );
    return coming;
  });
  return Object.assign(part, {
    /** Loads the component early. After a failure (no network), its first rendering retries. */
    preload: (): Promise<void> =>
      fetch().then(
        () => undefined,
        () => undefined,
      ),
  });
}
