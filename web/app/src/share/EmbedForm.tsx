import { useMemo, useState } from 'react';
import { CONTROLS, DEFAULT_CONTROLS } from '@ackscope/embed/address';
import type { Control } from '@ackscope/embed/address';
import { Choice } from '../kit/Choice.tsx';
import { Switch } from '../kit/Switch.tsx';
import { CopyButton } from '../kit/CopyButton.tsx';
import { previewAddress, snippet } from './snippet.ts';
import type { SnippetOptions } from './snippet.ts';
import styles from './share.module.css';

const NAMES: Readonly<Record<Control, string>> = {
  title: 'Title',
  question: 'Question',
  path: 'Path',
  play: 'Play',
  steps: 'Steps',
  scrub: 'Clock',
  speed: 'Speed',
  results: 'Results',
  knobs: 'Knobs',
  why: 'Why?',
  inspector: 'What happened',
  script: 'Script',
};

interface EmbedFormProps {
  /** The part after `#` of the page's address. */
  scenario: string;
  title: string;
}

/** Chooses the parts of a widget, shows it, and writes the code to paste. */
export function EmbedForm({ scenario, title }: EmbedFormProps) {
  // A sweep is always shown as a whole; the controls are for runs.
  const isRun = /^v\d+\//.test(scenario);
  const [controls, setControls] = useState<readonly Control[]>(DEFAULT_CONTROLS);
  const [theme, setTheme] = useState<SnippetOptions['theme']>('auto');
  const [kind, setKind] = useState<SnippetOptions['kind']>('element');
  const [autoplay, setAutoplay] = useState(false);
  const options = useMemo<SnippetOptions>(
    () => ({
      home: new URL('./', location.href.replace(/[?#].*/s, '')).href,
      scenario,
      title,
      controls: isRun ? controls : [],
      theme,
      autoplay,
      kind,
      heightPx: 520,
    }),
    [scenario, title, isRun, controls, theme, autoplay, kind],
  );
  const text = snippet(options);
  return (
    <div className={styles.embed}>
      <div className={styles.choices}>
        {(isRun ? CONTROLS : []).map((control) => (
          <Switch
            key={control}
            label={NAMES[control]}
            isOn={controls.includes(control)}
            onChange={(isOn) => {
              setControls(CONTROLS.filter((name) => (name === control ? isOn : controls.includes(name))));
            }}
          />
        ))}
        {isRun && <Switch label="Autoplay" isOn={autoplay} onChange={setAutoplay} />}
        <Choice
          label="Theme"
          value={theme}
          options={[
            { id: 'auto', name: 'Match host' },
            { id: 'light', name: 'Light' },
            { id: 'dark', name: 'Dark' },
          ]}
          onChange={(id) => {
            setTheme(id === 'light' || id === 'dark' ? id : 'auto');
          }}
        />
        <Choice
          label="Form"
          value={kind}
          options={[
            { id: 'element', name: 'Element', detail: 'sizes itself; needs a script' },
            { id: 'frame', name: 'Frame', detail: 'works without scripts' },
          ]}
          onChange={(id) => {
            setKind(id === 'frame' ? 'frame' : 'element');
          }}
        />
      </div>
      <iframe className={styles.preview} title="Preview" src={previewAddress(options)} />
      <pre className={styles.snippet} tabIndex={0}>
        <code>{text}</code>
      </pre>
      <CopyButton text={text} label="Copy the code" />
    </div>
  );
}
