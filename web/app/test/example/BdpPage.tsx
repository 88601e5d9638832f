import { useEffect, useState } from 'react';
import { formatNumber } from '@ackscope/charts';
import { Knob } from '../../src/kit/Knob.tsx';
import { logarithmic } from '../../src/kit/Slider.tsx';
import type { PageProps } from '../../src/definePage.ts';
import { replaceAddress } from '../../src/base/backStep.ts';
import { AddressProblems } from '../../src/kit/Problem.tsx';
import { Page } from '../../src/site/Page.tsx';
import { bdpHref, bdpOf, readBdp } from './bdp.ts';

const RATES = logarithmic(0.1, 1000);
const TIMES = logarithmic(1, 1000);

/** How many packets fill a path. */
export function BdpPage({ query }: PageProps) {
  return (
    <Page>
      {/* What the page writes itself does not change the query; a link does, and begins anew. */}
      <Bdp key={query} query={query} />
    </Page>
  );
}

function Bdp({ query }: { query: string }) {
  const [{ path, problems }, change] = useState(() => readBdp(query));
  const set = (changed: Partial<typeof path>): void =>
    change({ path: { ...path, ...changed }, problems: [] });
  useEffect(() => {
    replaceAddress(bdpHref(path));
  }, [path]);
  return (
    <>
      <h1>Bandwidth-delay product</h1>
      <AddressProblems problems={problems} />
      <Knob
        label="Bottleneck rate"
        value={path.rateMbps}
        unit="Mbit/s"
        min={0.01}
        max={10_000}
        scale={RATES}
        onChange={(rateMbps) => set({ rateMbps })}
      />
      <Knob
        label="Round-trip time"
        value={path.rttMs}
        unit="ms"
        min={0.1}
        max={60_000}
        scale={TIMES}
        onChange={(rttMs) => set({ rttMs })}
      />
      <p role="status">{formatNumber(bdpOf(path), 3)} packets of 1500 bytes fill this path.</p>
    </>
  );
}
