import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readTokens, token } from '../src/draw/tokens.ts';

const sheet = document.createElement('style');

afterEach(() => {
  vi.restoreAllMocks();
  sheet.remove();
});

describe('colours as values', () => {
  it('asks for names that the style sheet has, and for nothing else', () => {
    const declared = readFileSync(join(import.meta.dirname, '../src/tokens.css'), 'utf8');
    for (const name of readTokens('no sheet').keys()) expect(declared).toContain(`  ${name}: `);
  });

  it('are read all at once for a theme, and not before there is a style sheet', () => {
    const asked = vi.spyOn(window, 'getComputedStyle');
    expect(token('--ink', 'light')).toBe('');
    sheet.textContent = ':root { --ink: #111; --series-blue: #00f; }';
    document.head.append(sheet);
    asked.mockClear();
    expect(token('--ink', 'light')).toBe('#111');
    expect(token('--series-blue', 'light')).toBe('#00f');
    expect(token('--ink', 'light')).toBe('#111');
    expect(asked).toHaveBeenCalledTimes(1);

    sheet.textContent = ':root { --ink: #eee; --series-blue: #88f; }';
    expect(token('--series-blue', 'dark')).toBe('#88f');
    expect(token('--series-blue', 'light')).toBe('#00f');
    expect(asked).toHaveBeenCalledTimes(2);
  });
});
