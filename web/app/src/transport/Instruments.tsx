import { IconButton } from '../kit/IconButton.tsx';
import { MenuButton } from '../kit/MenuButton.tsx';
import {
  CursorsIcon,
  ForkIcon,
  LandscapeIcon,
  ListenIcon,
  MathIcon,
  ReferenceIcon,
  ScopeIcon,
  TriggerIcon,
} from '../kit/icons.tsx';
import { useLab, useLabState } from '../lab/context.ts';
import { INSTRUMENTS } from '../instruments/instruments.ts';
import type { Instrument, InstrumentId } from '../instruments/instruments.ts';
import { useMediaQuery } from '../base/useMediaQuery.ts';
import styles from './Transport.module.css';

const ICONS: Readonly<Record<InstrumentId, () => React.ReactNode>> = {
  trigger: TriggerIcon,
  reference: ReferenceIcon,
  cursors: CursorsIcon,
  math: MathIcon,
  fork: ForkIcon,
  landscape: LandscapeIcon,
  listen: ListenIcon,
};

export function Instruments() {
  const isNarrow = useMediaQuery('(max-width: 1279px)');
  const lab = useLab();
  if (isNarrow)
    return (
      <span className={styles.instruments}>
        <MenuButton
          label="Instruments"
          className={styles.door}
          items={INSTRUMENTS.map(({ id, name }) => ({ id, name }))}
          onChoose={(id) => INSTRUMENTS.find((item) => item.id === id)?.toggle(lab)}
        >
          <ScopeIcon />
        </MenuButton>
      </span>
    );
  return (
    <div className={styles.instruments} role="group" aria-label="Instruments">
      {INSTRUMENTS.map((item) => (
        <One key={item.id} item={item} />
      ))}
    </div>
  );
}

function One({ item }: { item: Instrument }) {
  const lab = useLab();
  const isOn = useLabState(item.isOn);
  const Icon = ICONS[item.id];
  return (
    <IconButton label={item.label} shortcut={item.key} isPressed={isOn} onPress={() => item.toggle(lab)}>
      <Icon />
    </IconButton>
  );
}
