import { createElement, lazy } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { loads, NotLoaded } from './loads.ts';

type PropsOf<Part> = Part extends (props: infer Props) => ReactNode ? Props : never;

/**
 * A component that loads when it is first rendered, taken by its name from its module. Until then,
 * the `Later` around it shows its fallback. A component that was loaded before is rendered at once. If it does
 * not come, the `Later` says so, and a retry asks for it anew.
 */
export function lazyNamed<Module, Name extends keyof Module>(name: Name, load: () => Promise<Module>) {
  type Part = ComponentType<PropsOf<Module[Name]>>;
  let found: { default: Part } | null = null;
  const fetch = async (): Promise<{ default: Part }> => {
    try {
      found = { default: (await load())[name] as Part };
    } catch (error) {
      throw new NotLoaded(String(name), error);
    }
    return found;
  };
  const begun = () =>
    lazy(() => {
      const known = found;
      // A `then` that calls back synchronously: React renders the part without the fallback.
      if (known !== null)
        return { then: (take: (value: typeof known) => void) => take(known) } as Promise<typeof known>;
      const coming = fetch();
      // React's own handler, attached after this returns, runs between these two callbacks.
      void coming
        .then(() => undefined)
        .then(loads.arrived, () => {
          loads.failed(() => (part = begun()));
        });
      return coming;
    });
  // React keeps a failure for ever: a retry needs another one.
  let part = begun();
  const Named = (props: PropsOf<Module[Name]>): ReactNode =>
    createElement(part as unknown as ComponentType<object>, props as object);
  return Object.assign(Named, {
    /** Loads the component early. After a failure (no network), its first rendering retries. */
    preload: (): Promise<void> =>
      fetch().then(
        () => undefined,
        () => undefined,
      ),
  });
}
