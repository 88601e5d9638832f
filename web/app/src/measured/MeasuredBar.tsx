import { useEffect, useState } from 'react';
import { Button } from 'react-aria-components';
import { formatNumber } from '@ackscope/charts';
import type { Curve, FitTable } from '@ackscope/model/files';
import { Choice } from '../kit/Choice.tsx';
import { useLab } from '../lab/context.ts';
import { lay, placedTrace, removePlaced, takeAsRate, usePlacedTrace } from './measured.ts';
import { FitPart } from './FitPart.tsx';
import type { OwnFile, PlacedTrace } from './trace.ts';
import { NumberRow } from '../kit/NumberRow.tsx';
import styles from './MeasuredBar.module.css';

/** With fewer samples there is no curve, and no network to be found. */
const MIN_SAMPLES = 20;

/** From what a network is found: none of a curve that is too short. */
function useFitTable(laid: PlacedTrace | null): FitTable | null {
  const [made, setMade] = useState<{ file: OwnFile; table: FitTable | null } | null>(null);
  const file = laid?.file ?? null;
  useEffect(() => {
    const curve = file?.measured.curves[file.chosen];
    if (file === null || curve === undefined) return;
    const { table, stop } = file.tabling({ curve, packetBytes: file.packetBytes });
    void table.then((found) => setMade({ file, table: found }));
    return stop;
  }, [file]);
  if (file === null) return laid?.table ?? null;
  const table = made?.file === file ? made.table : null;
  return table !== null && table.samples >= MIN_SAMPLES ? table : null;
}

/**
 * The measured traces over the lanes: their names, offset and scale; of a file also the connection
 * and the packet size. A button removes them.
 */
export function MeasuredBar() {
  const { store } = useLab();
  const laid = usePlacedTrace();
  const table = useFitTable(laid);
  if (laid === null) return null;
  const { set, name, kind, parts, file, shiftS, scale } = laid;
  const samples = parts.reduce((sum, { trace }) => sum + trace.timeS.length, 0);
  const curve = file?.measured.curves[file.chosen];
  const warnings = [...(file?.measured.warnings ?? []), ...(curve?.warnings ?? [])];
  return (
    <section className={styles.bar} aria-label="Measured trace">
      <p>
        <span className={styles.sign} aria-hidden="true" />
        <strong>{name}</strong>
        <span className={styles.kind}>
          {curve === undefined ? kind : `${curve.quantity} from ${kind}`}
          {file?.measured.curves.length === 1 &&
            curve !== undefined &&
            curve.name !== '' &&
            `, ${curve.name}`}
          , {formatNumber(samples, 9)} samples{set === null && '; not uploaded'}
        </span>
      </p>
      {file !== null && curve !== undefined && <OfFile laid={laid} file={file} curve={curve} />}
      <NumberRow
        label="Shift"
        unit="s"
        value={shiftS}
        onChange={(value) => placedTrace.set({ ...laid, shiftS: value })}
      />
      <NumberRow
        label="Scale"
        unit="×"
        value={scale}
        onChange={(value) => placedTrace.set({ ...laid, scale: value })}
      />
      {table && <FitPart key={table.text} laid={laid} table={table} />}
      {file?.measured.mayBeRate === true && (
        <Button className={styles.remove ?? ''} onPress={() => takeAsRate(store, file)}>
          Use as rate, Mbit/s
        </Button>
      )}
      <Button className={styles.remove ?? ''} onPress={() => removePlaced(store)}>
        Remove
      </Button>
      {warnings.length > 0 && (
        <p className={styles.warning} role="status">
          {warnings.join(' ')}
        </p>
      )}
    </section>
  );
}

function OfFile({ laid, file, curve }: { laid: PlacedTrace; file: OwnFile; curve: Curve }) {
  const { curves } = file.measured;
  const { segment } = curve;
  return (
    <>
      {curves.length > 1 && (
        <Choice
          label="Connection"
          className={styles.connection}
          value={String(file.chosen)}
          options={curves.map(({ name, timeS }, index) => ({
            id: String(index),
            name,
            detail: `${formatNumber(timeS.length, 9)} samples`,
          }))}
          // Another connection has its own packet size.
          onChange={(id) => lay(laid, { ...file, chosen: Number(id), packetBytes: null })}
        />
      )}
      {segment !== null && (
        <div className={styles.packet}>
          <NumberRow
            label="Packet"
            unit="bytes"
            min={1}
            value={file.packetBytes ?? segment.bytes}
            onChange={(bytes) => {
              if (bytes > 0) lay(laid, { ...file, packetBytes: bytes });
            }}
          />
          <span className={styles.kind}>{file.packetBytes === null ? segment.from : 'set by hand'}</span>
        </div>
      )}
    </>
  );
}
