/** What a learner answered, kept in this browser and nowhere else: by lesson, then by step from 1. */
import { useSyncExternalStore } from 'react';
import type { Lesson, Nearness } from '@ackscope/model/lesson';

/** How near the first answer was; `unsure`: the learner said so. */
export type Mark = Nearness | 'unsure';

export type Progress = Readonly<Record<string, Readonly<Record<string, Mark>>>>;

const KEY = 'ackscope-lessons';
const MARKS: readonly string[] = ['right', 'near', 'far', 'opposite', 'unsure'] satisfies Mark[];

let known: Progress | null = null;
let isKept = true;
const listeners = new Set<() => void>();

/** Another tab of the page has answered, or forgotten: what is written next must not undo it. */
function onStorage({ key, newValue }: StorageEvent): void {
  // The key is null when everything is removed.
  if (key !== KEY && key !== null) return;
  known = readProgress(newValue ?? '') ?? {};
  for (const listener of listeners) listener();
}

export function progress(): Progress {
  if (known === null) {
    let text: string | null = null;
    try {
      text = localStorage.getItem(KEY);
    } catch {
      // Storage may be forbidden: then it lasts as long as the page.
      isKept = false;
    }
    known = readProgress(text ?? '') ?? {};
    window.addEventListener('storage', onStorage);
  }
  return known;
}

/** False where the browser stores nothing: the page then says so. */
export function isProgressKept(): boolean {
  progress();
  return isKept;
}

export function markStep(lesson: string, step: number, mark: Mark): void {
  const before = progress();
  if (before[lesson]?.[step] !== undefined) return;
  setProgress({ ...before, [lesson]: { ...before[lesson], [step]: mark } });
}

export function setProgress(next: Progress): void {
  known = next;
  try {
    if (Object.keys(next).length === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    isKept = false;
  }
  for (const listener of listeners) listener();
}

/** Null if the text is no progress; what it holds beside lessons and marks is left out. */
export function readProgress(text: string): Progress | null {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read)) return null;
  return Object.fromEntries(
    Object.entries(read).flatMap(([lesson, steps]): [string, Record<string, Mark>][] => {
      if (!/^[a-z0-9-]{1,64}$/.test(lesson) || typeof steps !== 'object' || steps === null) return [];
      const marks = Object.entries(steps as Record<string, unknown>).filter(
        (entry): entry is [string, Mark] => /^[1-9]\d?$/.test(entry[0]) && MARKS.includes(String(entry[1])),
      );
      return marks.length === 0 ? [] : [[lesson, Object.fromEntries(marks)]];
    }),
  );
}

export function useProgress(): Progress {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, progress);
}

/** Both together; of a step that is in both the first one's mark counts. */
export function mergedProgress(first: Progress, second: Progress): Progress {
  const lessons = new Set([...Object.keys(first), ...Object.keys(second)]);
  return Object.fromEntries([...lessons].map((id) => [id, { ...second[id], ...first[id] }]));
}

/** The marks of a lesson's steps, null where a step is not answered. */
export function marksOf(of: Progress, { id, steps }: Pick<Lesson, 'id' | 'steps'>): (Mark | null)[] {
  return steps.map((_, at) => of[id]?.[at + 1] ?? null);
}
