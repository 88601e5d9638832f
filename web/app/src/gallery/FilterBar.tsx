import { formatNumber } from '@ackscope/charts';
import type { GalleryEntry } from '@ackscope/engine';
import { Segments } from '../kit/Segments.tsx';
import { KINDS, passes, VERDICTS } from './filter.ts';
import type { Filter } from './filter.ts';
import { briefName, papersOf } from './sections.ts';
import styles from './FilterBar.module.css';

/** Search, kind and verdict in one row, the papers in the next. */
export function FilterBar({
  entries,
  filter,
  onChange,
}: {
  entries: readonly GalleryEntry[];
  filter: Filter;
  onChange: (filter: Filter) => void;
}) {
  const ofAnyPaper = entries.filter((entry) => passes(entry, { ...filter, paper: null }));
  const count = (paper: string): string =>
    formatNumber(ofAnyPaper.filter((entry) => entry.paper === paper).length);
  const judged = (verdict: Filter['verdict']): string =>
    formatNumber(entries.filter((entry) => passes(entry, { ...filter, verdict })).length);
  return (
    <div className={styles.bar} role="search" aria-label="Figures">
      <input
        className={styles.search}
        type="search"
        aria-label="Search"
        placeholder="“fairness”, “fig 27”"
        value={filter.words}
        onChange={(event) => onChange({ ...filter, words: event.target.value })}
      />
      <Group
        label="Kind"
        options={KINDS}
        value={filter.kind}
        onChange={(kind) => onChange({ ...filter, kind })}
      />
      <Group
        label="Verdict"
        options={VERDICTS.map(({ id, name }) => ({
          id,
          name,
          ...(id === 'any' ? {} : { count: judged(id) }),
        }))}
        value={filter.verdict}
        onChange={(verdict) => onChange({ ...filter, verdict })}
      />
      <Group
        label="Paper"
        options={[
          { id: '', name: 'All', count: formatNumber(ofAnyPaper.length) },
          ...papersOf(entries).map((paper) => ({
            id: paper.id,
            name: briefName(paper),
            count: count(paper.id),
          })),
        ]}
        value={filter.paper ?? ''}
        onChange={(id) => onChange({ ...filter, paper: id === '' ? null : id })}
      />
    </div>
  );
}

function Group<Id extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string;
  options: readonly { id: Id; name: string; count?: string }[];
  value: Id;
  onChange: (id: Id) => void;
}) {
  return (
    <Segments
      label={label}
      options={options.map(({ id, name, count }) => ({
        id,
        name: (
          <>
            {name}
            {count !== undefined && <span className={styles.count}> {count}</span>}
          </>
        ),
      }))}
      chosen={value}
      onChoose={onChange}
    />
  );
}
