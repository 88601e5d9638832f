import { cssColour } from '@ackscope/charts';
import type { SeriesStyle } from '@ackscope/charts';
import { compareList, forksOf } from '@ackscope/model';
import { PopupButton } from '../kit/PopupButton.tsx';
import { LaneSign } from '../kit/icons.tsx';
import { Later } from '../kit/Later.tsx';
import { lazyNamed } from '../kit/lazyNamed.ts';
import { RemoveButton } from '../kit/RemoveButton.tsx';
import { useActions, useLab, useLabState } from '../lab/context.ts';
import { forkInWords } from '../scenario/forkWords.ts';
import { laneLooks } from '../laneData/laneLooks.ts';
import { variantOf } from '../scenario/variants.ts';
import { AddAlgorithm } from './AddAlgorithm.tsx';
import { Section } from './Section.tsx';
import { Problem } from '../kit/Problem.tsx';
import styles from './ScenarioPanel.module.css';

/** A lane's settings need the schema, which loads on request. */
const LaneSettings = lazyNamed('LaneSettings', () => import('../form/LaneSettings.tsx'));

/** The lanes as chips; each opens the algorithm's parameters and the lane's other changes. */
export function Compare() {
  const { catalogue } = useLab();
  const actions = useActions();
  const compare = useLabState((state) => state.scenario.wanted.compare);
  const error = useLabState((state) => state.scenario.error);
  const variants = compareList({ compare: compare ?? null }).map(variantOf);
  const algorithms = variants.map(({ algorithm }) => algorithm);
  const forks = forksOf({ compare: compare ?? null });
  const looks = laneLooks(variants, forks);
  const nameOf = (algorithm: string): string =>
    catalogue.algorithms.find((item) => item.id === algorithm)?.name ?? algorithm;
  return (
    <Section title="Compare">
      <ul className={styles.chips} aria-label="Algorithms compared">
        {variants.map(({ label, algorithm }, index) => {
          const fork = forks[index] ?? null;
          const named = label === null || label === algorithm ? nameOf(algorithm) : label;
          return (
            <Chip
              key={index}
              index={index}
              name={fork === null || label !== null ? named : `${named} ${forkInWords(fork, catalogue)}`}
              look={looks[index]}
              canGo={variants.length > 1}
            />
          );
        })}
        <li>
          <AddAlgorithm
            label="Algorithms"
            taken={algorithms}
            className={styles.add}
            onAdd={actions.addLane}
          />
        </li>
      </ul>
      {error?.path.startsWith('compare') && <Problem>{error.message}</Problem>}
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
            <Later fallback={<p className={styles.cost}>Loading the settings…</p>}>
              <LaneSettings index={index} name={name} onDone={onClose} />
            </Later>
          </PanelPopup>
        )}
      >
        {look && <LaneSign look={look} />}
        <span>{name}</span>
      </PopupButton>
      {canGo && (
        <RemoveButton name={name} className={styles.remove} onPress={() => actions.removeLane(index)} />
      )}
    </li>
  );
}
