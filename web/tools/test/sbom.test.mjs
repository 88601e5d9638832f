import { describe, expect, it } from 'vitest';
import { isAllowed } from '../licences.mjs';
import { allParts, sbom } from '../sbom.mjs';

const parts = allParts();

describe('the list of what is in the page', () => {
  it('has what it runs with, from both lock files, and nothing that only builds or tests it', () => {
    const names = parts.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        'react',
        'd3-scale',
        'zustand',
        'libm',
        'serde_json',
        'wasm-bindgen',
        'stix-two-math',
      ]),
    );
    for (const tool of ['vite', 'vitest', 'typescript', 'proptest', 'clap', 'rayon'])
      expect(names).not.toContain(tool);
    expect(names.filter((name) => name.startsWith('@ackscope') || name.startsWith('ackscope'))).toEqual([]);
    expect(new Set(parts.map(({ purl }) => purl)).size).toBe(parts.length);
  });

  it('holds only licences that allow ours', () => {
    expect(parts.filter(({ licence }) => !isAllowed(licence))).toEqual([]);
    expect(isAllowed('GPL-3.0-only')).toBe(false);
    expect(isAllowed('GPL-3.0-only OR MIT')).toBe(true);
    expect(isAllowed('(MIT OR Apache-2.0) AND GPL-2.0')).toBe(false);
    expect(isAllowed('Apache-2.0 WITH LLVM-exception')).toBe(true);
  });

  it('is the same document every time', () => {
    expect(JSON.stringify(sbom(parts, '1.0.0'))).toBe(JSON.stringify(sbom(allParts(), '1.0.0')));
    expect(sbom(parts, '1.0.0').serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(sbom(parts.slice(1), '1.0.0').serialNumber).not.toBe(sbom(parts, '1.0.0').serialNumber);
  });
});
