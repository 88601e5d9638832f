import { basename } from 'node:path';
import { dist } from '../../web/tools/paths.mjs';
import { firstLoad } from '../../web/tools/size.mjs';
import { expect, test } from '../support/app.ts';

test('before the first curve nothing is fetched but the first load', async ({ lab }) => {
  const fetched = await lab.machine.assetsBeforeCurve();
  const allowed = firstLoad(dist).map((file) => basename(file));
  expect(fetched.filter((name) => !allowed.includes(name))).toEqual([]);
  expect(fetched).toContain(allowed.find((name) => name.endsWith('.wasm')));
});
