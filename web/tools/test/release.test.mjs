import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchProgram, wasmPackRelease } from '../release.mjs';

const folder = mkdtempSync(join(tmpdir(), 'ackscope-release-test-'));
const server = createServer((request, response) => {
  if (request.url === '/silent/name.tar.gz') return;
  const file = join(folder, 'served', request.url ?? '');
  if (!existsSync(file)) response.writeHead(404).end();
  else response.end(readFileSync(file));
});
let base = '';

beforeAll(async () => {
  mkdirSync(join(folder, 'served', 'name'), { recursive: true });
  writeFileSync(join(folder, 'served', 'name', 'program'), 'the program');
  execFileSync('tar', ['-czf', 'name.tar.gz', 'name'], { cwd: join(folder, 'served') });
  writeFileSync(join(folder, 'served', 'broken.tar.gz'), 'no archive');
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  base = `http://127.0.0.1:${String(typeof address === 'object' ? address?.port : 0)}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

describe('A program from a release', () => {
  it('is fetched and put where it is to be', async () => {
    const binary = join(folder, 'bin', 'program');
    expect(await fetchProgram(`${base}/name.tar.gz`, binary)).toBe(true);
    expect(readFileSync(binary, 'utf8')).toBe('the program');
  });

  it.each([
    ['is not there', 'missing.tar.gz', undefined],
    ['is no archive', 'broken.tar.gz', undefined],
    ['does not come', 'silent/name.tar.gz', 50],
  ])('is not fetched if it %s', async (_, path, limit) => {
    const binary = join(folder, 'other', 'program');
    expect(await fetchProgram(`${base}/${path}`, binary, limit)).toBe(false);
    expect(existsSync(binary)).toBe(false);
  });

  it('is named after the system', () => {
    expect(wasmPackRelease('1.2.3', 'linux-x64')).toMatch(
      /v1\.2\.3\/wasm-pack-v1\.2\.3-x86_64-unknown-linux-musl\.tar\.gz$/,
    );
    expect(wasmPackRelease('1.2.3', 'sunos-x64')).toBeNull();
  });
});
