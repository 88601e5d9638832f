import { expect, test } from '../support/app.ts';
import { ONLY_MATRIX } from '../support/matrix.ts';

test('a run is taken along as pictures, data, a citation, a script for ns-2, a qlog and packets', async ({
  lab,
}) => {
  await lab.open('#v1/sawtooth?t=5&zoom=0..10');
  await lab.finished();
  await lab.files.open();
  await lab.everyone.isSound();
  expect(await lab.overflowsSideways()).toBe(false);

  const svg = await lab.files.save('Charts', 'SVG');
  expect(svg.name).toMatch(/\.svg$/);
  expect(svg.bytes.toString('utf8')).toMatch(/^<svg .*cwnd, packets.*#v1\/sawtooth/s);
  const png = await lab.files.save('Charts', 'PNG');
  expect(png.bytes.subarray(1, 4).toString('latin1')).toBe('PNG');
  // The PNG has twice the width of the SVG and is not empty.
  const width = Number(/^<svg [^>]*width="(\d+)"/.exec(svg.bytes.toString('utf8'))?.[1]);
  expect(png.bytes.readUInt32BE(16)).toBe(2 * width);
  expect(png.bytes.length).toBeGreaterThan(10_000);

  const csv = await lab.files.save('Data', 'CSV');
  expect(csv.bytes.toString('utf8')).toMatch(/^time_s,lane,source,series,unit,min,max,last\r\n0/);
  const data = JSON.parse((await lab.files.save('Data', 'JSON')).bytes.toString('utf8')) as {
    lanes: { trace_hash: string; events: unknown[] }[];
  };
  expect(data.lanes[0]?.trace_hash).toMatch(/^[0-9a-f]{16}$/);
  expect(data.lanes[0]?.events.length).toBeGreaterThan(3);

  await lab.files.chooseLane('newreno');
  const script = await lab.files.save('Other programs', 'ns-2');
  expect(script.bytes.toString('utf8')).toContain('new Agent/TCP/Newreno');
  await expect(lab.files.remarks()).toContainText('differs in these points');
  const qlog = JSON.parse((await lab.files.save('Other programs', 'qlog')).bytes.toString('utf8')) as {
    qlog_version: string;
    traces: { events: { name: string; data: { message?: string } }[] }[];
  };
  expect(qlog.qlog_version).toBe('0.3');
  const names = new Set(qlog.traces[0]?.events.map(({ name }) => name));
  expect([...names]).toEqual(
    expect.arrayContaining([
      'recovery:metrics_updated',
      'transport:packet_sent',
      'transport:packet_received',
    ]),
  );
  // The page adds the titles: the engine contains no texts.
  const decisions = qlog.traces[0]?.events.filter(({ name }) => name.startsWith('ackscope:')) ?? [];
  expect(decisions.length).toBeGreaterThan(0);
  for (const { data } of decisions) expect(data.message).toMatch(/^[A-Z].*\.$/);
  const capture = await lab.files.save('Other programs', 'pcapng');
  expect(capture.name).toMatch(/newreno\.pcapng$/);
  // A section, whose byte order is little (draft-ietf-opsawg-pcapng §4.1), with 10 s of packets and more.
  expect([capture.bytes.readUInt32LE(0), capture.bytes.readUInt32LE(8)]).toEqual([0x0a0d0d0a, 0x1a2b3c4d]);
  expect(capture.bytes.length).toBeGreaterThan(1e6);
  expect(await lab.files.citation()).toContain('note         = {Run ');
});

test(
  'window against window is saved as it is drawn, the whole trajectory in it',
  ONLY_MATRIX,
  async ({ lab }) => {
    await lab.open('#v1/two-flows');
    await lab.finished();
    await lab.files.open();
    const svg = (await lab.files.save('Charts', 'SVG')).bytes.toString('utf8');
    expect(svg).toMatch(/^<svg .*New Reno.*cwnd of A, packets.*equal shares.*#v1\/two-flows/s);
    expect(svg).not.toMatch(/class=|var\(--/);
    const trails = [...svg.matchAll(/<path d="(M[\d.]+ [\d.]+L[^"]+)" fill="none" stroke="#/g)].map(
      ([, path = '']) => path,
    );
    expect(trails.length).toBeGreaterThan(0);
    // The two windows change hundreds of times.
    for (const trail of trails) expect(trail.split('L').length).toBeGreaterThan(100);
    const png = await lab.files.save('Charts', 'PNG');
    expect(png.bytes.length).toBeGreaterThan(10_000);
  },
);

test(
  'single packets are in the picture of a zoomed run, and a key says what their signs mean',
  ONLY_MATRIX,
  async ({ lab }) => {
    await lab.open('#v1/sawtooth?compare=newreno&t=10.1&zoom=10..10.2&rows=cwnd,sequence');
    await lab.finished();
    await expect(lab.singlePackets('newreno')).toBeVisible();
    await lab.files.open();
    const svg = (await lab.files.save('Charts', 'SVG')).bytes.toString('utf8');
    expect(svg).toContain('square: sent; dot: arrived; triangle: ACK received; cross: lost');
  },
);
