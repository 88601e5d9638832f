/** The JSON values of a scenario. They come from a link, a file or a knob. */
export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The text with U+FFFD for each half of a character, as UTF-8 has it. JSON and scripts can hold one half of a pair,
 * and `encodeURIComponent` throws at it.
 */
export function wholeText(text: string): string {
  return text.replace(/\p{Cs}/gu, '\ufffd');
}

/** Deep equality of plain data; the order of keys does not matter, the order of items does. */
export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => sameJson(item, b[index]));
  }
  if (isObject(a) && isObject(b)) {
    const keys = Object.keys(a);
    return (
      keys.length === Object.keys(b).length &&
      keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]))
    );
  }
  return false;
}

/** Keys that would reach JavaScript's prototype chain instead of the scenario. */
const FORBIDDEN_KEYS = new Set(['__proto__', 'prototype', 'constructor']);

export function isForbiddenKey(key: string): boolean {
  return FORBIDDEN_KEYS.has(key);
}

/** True if text parsed from outside holds a forbidden key or is nested more than 24 levels deep. */
export function isHostile(value: Json, depth = 0): boolean {
  if (depth > 24) return true;
  if (Array.isArray(value)) return value.some((item) => isHostile(item, depth + 1));
  if (isObject(value)) {
    return Object.entries(value).some(([key, item]) => isForbiddenKey(key) || isHostile(item, depth + 1));
  }
  return false;
}
