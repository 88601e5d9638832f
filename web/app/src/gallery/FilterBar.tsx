import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { formatNumber } from '@ackscope/charts';
import type { GalleryEntry } from '@ackscope/engine';
import { KINDS, passes, VERDICTS } from './filter.ts';
import type { Filter } from './filter.ts';
import { briefName, papersOf } from './sections.ts';
import styles from './FilterBar.module.css';

/** Search, paper, kind and verdict, in one row. */
export function FilterBar({
  entries,
  filter,
  onChange,
}: {
  entries: readonly GalleryEntry[];
  filter: Filter;
  onChange: (filter: Filter) => void;
}) {
  const count = (paper: string | null): string =>
    formatNumber(entries.filter((entry) => passes(entry, { ...filter, paper })).length);
  return (
    <div className={styles.bar} role="search" aria-label="Figures">
      <input
        className={styles.search}
        type="search"
        aria-label="Search"
        placeholder="Search: “fairness”, “fig 27”"
        value={filter.words}
        onChange={(event) => onChange({ ...filter, words: event.target.value })}
      />
      <Group
        label="Paper"
        options={[
          { id: '', name: 'All', count: count(null) },
          ...papersOf(entries).map((paper) => ({
            id: paper.id,
            name: briefName(paper),
            count: count(paper.id),
          })),
        ]}
        value={filter.paper ?? ''}
        onChange={(id) => onChange({ ...filter, paper: id === '' ? null : id })}
      />
      <Group
        label="Kind"
        options={KINDS}
        value={filter.kind}
        onChange={(id) => onChange({ ...filter, kind: KINDS.find((kind) => kind.id === id)?.id ?? 'any' })}
      />
      <Group
        label="Verdict"
        options={VERDICTS}
        value={filter.verdict}
        onChange={(id) =>
          onChange({ ...filter, verdict: VERDICTS.find((verdict) => verdict.id === id)?.id ?? 'any' })
        }
      />
    </div>
  );
}

function Group({
  label,
  options,
  value,
  onChange,
}: {
  label: string;
  options: readonly { id: string; name: string; count?: string }[];
  value: string;
  onChange: (id: string) => void;
}) {
  return (
    <ToggleButtonGroup
      className={styles.group ?? ''}
      aria-label={label}
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const chosen = options.find(({ id }) => keys.has(id));
        if (chosen !== undefined) onChange(chosen.id);
      }}
    >
      {options.map(({ id, name, count }) => (
        <ToggleButton key={id} id={id} className={styles.option ?? ''}>
          {name}
          {count !== undefined && <span className={styles.count}> {count}</span>}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
