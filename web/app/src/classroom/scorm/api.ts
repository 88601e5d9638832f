/** The SCORM 1.2 runtime of the course system around the page. */

/** What a course system offers: every call takes and gives text. */
export interface ScormApi {
  LMSInitialize: (nothing: '') => unknown;
  LMSFinish: (nothing: '') => unknown;
  LMSGetValue: (element: string) => unknown;
  LMSSetValue: (element: string, value: string) => unknown;
  LMSCommit: (nothing: '') => unknown;
  LMSGetLastError: () => unknown;
  LMSGetErrorString: (code: string) => unknown;
}

/** Maximum number of parent windows to search (SCORM 1.2 RTE 3.3.6.1). */
const MAX_PARENTS = 10;

/** A window as far as it is needed; tests use plain objects. */
export interface Around {
  readonly parent?: unknown;
  readonly opener?: unknown;
  readonly API?: unknown;
}

/** Null if no window around the page offers one. */
export function findApi(start: Around): ScormApi | null {
  return amongParents(start) ?? amongParents(property(start, 'opener'));
}

function amongParents(start: unknown): ScormApi | null {
  let at = start;
  for (let steps = 0; steps <= MAX_PARENTS && at !== null && at !== undefined; steps += 1) {
    const api = property(at, 'API');
    if (isApi(api)) return api;
    const parent = property(at, 'parent');
    if (parent === at) return null;
    at = parent;
  }
  return null;
}

/** Null if it belongs to a page of another site, which does not let it be read. */
function property(of: unknown, name: string): unknown {
  try {
    return (of as Record<string, unknown> | null | undefined)?.[name] ?? null;
  } catch {
    return null;
  }
}

function isApi(value: unknown): value is ScormApi {
  return typeof property(value, 'LMSInitialize') === 'function';
}
