import { useState } from 'react';
import { Input, Label, SearchField } from 'react-aria-components';
import { GLOSSARY } from './glossary.ts';
import styles from './Words.module.css';

/** The glossary with a search field. `word` is the initial search text. */
export function Words({ word }: { word: string }) {
  const [text, setText] = useState(word);
  const wanted = text.trim().toLowerCase();
  const isHit = ({ term }: { term: string }): boolean => term.toLowerCase() === wanted;
  const found = GLOSSARY.filter(({ term, definition }) =>
    `${term} ${definition}`.toLowerCase().includes(wanted),
  ).sort((a, b) => Number(isHit(b)) - Number(isHit(a)));
  return (
    <div className={styles.words} data-part="words">
      <SearchField className={styles.search ?? ''} value={text} onChange={setText}>
        <Label className={styles.label ?? ''}>Find a word</Label>
        <Input className={styles.input ?? ''} />
      </SearchField>
      {found.length === 0 && <p className={styles.none}>No word contains “{text.trim()}”.</p>}
      <dl className={styles.list}>
        {found.map(({ term, definition, source }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>
              {definition} <span className={styles.source}>{source}</span>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
