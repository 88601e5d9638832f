/** The head of the report card: the paths by name, and below what each is, with its units. */
import { useMemo } from 'react';
import type { Catalogue, ScorePath, SweepSpec } from '@ackscope/engine';
import type { JsonObject } from '@ackscope/model';
import type { ScoreOrder } from '@ackscope/model/score';
import { pathRows } from './given.ts';
import { KEYS } from './scoreTexts.ts';
import styles from './Score.module.css';

export interface ScoreHeadProps {
  paths: readonly ScorePath[];
  /** Null until the engine has told the scenarios: their rows keep their place. */
  spec: SweepSpec | null;
  algorithms: Catalogue['algorithms'];
  drawn: ScoreOrder;
}

export function ScoreHead({ paths, spec, algorithms, drawn }: ScoreHeadProps) {
  const rows = useMemo(() => pathRows((spec?.points ?? []) as JsonObject[], algorithms), [spec, algorithms]);
  return (
    <thead>
      <tr>
        <th scope="col" className={styles.corner}>
          <span className="visually-hidden">Algorithm</span>
        </th>
        {paths.map((path) => (
          <th key={path.id} scope="col" title={`${path.about} ${path.source}`}>
            {path.name}
          </th>
        ))}
      </tr>
      {rows.map(({ name, cells }, at) => (
        <tr key={name} className={styles.given} data-given={name}>
          <th scope="row" className={styles.corner}>
            {name}
            {at === rows.length - 1 && (
              <span className={styles.key} aria-hidden="true">
                {KEYS[drawn]}
              </span>
            )}
          </th>
          {paths.map((path, at) => (
            <td key={path.id}>{cells[at] ?? ' '}</td>
          ))}
        </tr>
      ))}
    </thead>
  );
}
