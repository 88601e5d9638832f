import { lazy } from 'react';
import type { ComponentType } from 'react';

/** A component that loads when it is first rendered, by its name in its module. */
export function lazyNamed<Name extends string, Props>(
  name: Name,
  load: () => Promise<Record<Name, ComponentType<Props>>>,
) {
  return lazy(async () => ({ default: (await load())[name] }));
}
