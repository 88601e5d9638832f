import { Suspense } from 'react';
import { Button } from 'react-aria-components';
import { cssColour, laneStyles } from '@ackscope/charts';
import type { SeriesStyle } from '@ackscope/charts';
import { compareList } from '@ackscope/model';
import { PopupButton } from '../controls/PopupButton.tsx';
import { CloseIcon, LaneSign } from '../controls/icons.tsx';
import { lazyNamed } from '../controls/lazyNamed.ts';
import { useActions, useLab, useLabState } from '../lab/context.ts';
import { variantOf } from '../lab/variants.ts';
import { AddAlgorithm } from './AddAlgorithm.tsx';
import { Section } from './Section.tsx';
import styles from './ScenarioPanel.module.css';

/** A lane's settings are fields of the schema, which comes when it is asked for. */
const LaneSettings = lazyNamed('LaneSettings', () => import('../form/LaneSettings.tsx'));

/** The lanes as chips; behind each one the algorithm's parameters and the lane's other changes. */
export function Compare() {
  const { catalogue } = useLab();
  const actions = useActions();
  const compare = useLabState((state) => state.scenario.wanted.compare);
  const error = useLabState((state) => state.scenario.error);
  const variants = compareList({ compare: compare ?? null }).map(variantOf);
  const algorithms = variants.map(({ algorithm }) => algorithm);
  const looks = laneStyles(algorithms);
  const nameOf = (algorithm: string): string =>
    catalogue.algorithms.find((item) => item.id === algorithm)?.name ?? algorithm;
  return (
    <Section title="Compare">
      <ul className={styles.chips} aria-label="Algorithms compared">
        {variants.map(({ label, algorithm }, index) => (
          <Chip
            key={index}
            index={index}
            name={label === null || label === algorithm ? nameOf(algorithm) : label}
            look={looks[index]}
            canGo={variants.length > 1}
          />
        ))}
        <li>
          <AddAlgorithm
            label="Algorithms"
            taken={algorithms}
            className={styles.add}
            onAdd={actions.addLane}
          />
        </li>
      </ul>
      {error?.path.startsWith('compare') && (
        <p className={styles.error} role="alert">
          {error.message}
        </p>
      )}
    </Section>
  );
}

interface ChipProps {
  index: number;
  name: string;
  look: SeriesStyle | undefined;
  canGo: boolean;
}

function Chip({ index, name, look, canGo }: ChipProps) {
  const actions = useActions();
  return (
    <li className={styles.chip} style={{ borderColor: look ? cssColour(look.colour) : undefined }}>
      <PopupButton
        opens="dialog"
        className={styles.lane}
        aria-label={`Settings of ${name}`}
        popup={({ PanelPopup }, { trigger, onClose }) => (
          <PanelPopup
            trigger={trigger}
            label={`Settings of ${name}`}
            className={styles.laneDialog}
            onClose={onClose}
          >
            <Suspense fallback={<p className={styles.cost}>Loading the settings…</p>}>
              <LaneSettings index={index} name={name} onDone={onClose} />
            </Suspense>
          </PanelPopup>
        )}
      >
        {look && <LaneSign colour={cssColour(look.colour)} dash={look.dash} mark={look.mark} />}
        <span>{name}</span>
      </PopupButton>
      {canGo && (
        <Button
          className={styles.remove ?? ''}
          aria-label={`Remove ${name}`}
          onPress={() => actions.removeLane(index)}
        >
          <CloseIcon />
        </Button>
      )}
    </li>
  );
}
