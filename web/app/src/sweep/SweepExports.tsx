import { messageOf } from '@ackscope/engine';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import type { SweepStore } from '@ackscope/model/sweep';
import { Sheet } from '../kit/Sheet.tsx';
import { Later } from '../kit/Later.tsx';
import { lazyNamed } from '../kit/lazyNamed.ts';
import { pngOf, saveBlob, saveText } from '../base/save.ts';
import { CopyButton } from '../kit/CopyButton.tsx';
import { Problem } from '../kit/Problem.tsx';
import styles from './Sweep.module.css';

const EmbedForm = lazyNamed('EmbedForm', () => import('../share/EmbedForm.tsx'));

export interface SweepExportsProps {
  sweep: SweepStore;
  /** The picture on the screen, as SVG. */
  picture: () => string;
  /** Name of the files, without the extension. */
  name: string;
  title: string;
}

/** A sweep as files, as a link, and as a widget. */
export function SweepExports({ sweep, picture, name, title }: SweepExportsProps) {
  const [embeds, setEmbeds] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const failed = (error: unknown): void => {
    setProblem(messageOf(error));
  };
  const saves: readonly [string, () => Promise<void> | void][] = [
    ['SVG', () => saveText(`${name}.svg`, picture(), 'image/svg+xml')],
    ['PNG', () => pngOf(picture()).then((blob) => saveBlob(`${name}.png`, blob))],
    ['CSV', () => sweep.csv().then((text) => saveText(`${name}.csv`, text, 'text/csv'))],
    [
      'JSON',
      () =>
        sweep
          .report()
          .then((report) => saveText(`${name}.json`, JSON.stringify(report, null, 1), 'application/json')),
    ],
  ];
  return (
    <>
      <div className={styles.exports}>
        {saves.map(([form, save]) => (
          <Button
            key={form}
            className={styles.secondary ?? ''}
            onPress={() => void Promise.resolve(save()).catch(failed)}
          >
            Save {form}
          </Button>
        ))}
        <CopyButton text={location.href} label="Copy the link" />
        <Button className={styles.secondary ?? ''} onPress={() => setEmbeds(true)}>
          Embed
        </Button>
      </div>
      <Problem>{problem}</Problem>
      <Sheet title="Embed" isOpen={embeds} onClose={() => setEmbeds(false)}>
        <Later fallback={<p role="status">Opening…</p>}>
          <EmbedForm scenario={location.hash.slice(1)} title={title} />
        </Later>
      </Sheet>
    </>
  );
}
