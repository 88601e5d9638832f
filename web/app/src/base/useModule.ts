import { useEffect, useState } from 'react';

/** A module that is loaded when it is wanted first; null before, and if it does not come. `load` is read once. */
export function useModule<Module>(
  isWanted: boolean,
  load: () => Promise<Module>,
  onFailure: () => void = () => undefined,
): Module | null {
  const [module, setModule] = useState<Module | null>(null);
  const isMissing = isWanted && module === null;
  useEffect(() => {
    if (isMissing) load().then((loaded) => setModule(() => loaded), onFailure);
    // Each of the functions does the same whenever it is made.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isMissing]);
  return module;
}
