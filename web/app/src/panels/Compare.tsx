import { lazy, Suspense } from 'react';
import { Button, Dialog, DialogTrigger, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { cssColour, laneStyles } from '@ackscope/charts';
import type { SeriesStyle } from '@ackscope/charts';
import { compareList } from '@ackscope/model';
import { CloseIcon, LaneSign, PlusIcon } from '../controls/icons.tsx';
import { useActions, useLab, useLabState } from '../lab/context.ts';
import { variantOf } from '../lab/variants.ts';
import { Section } from './Section.tsx';
import controls from '../controls/controls.module.css';
import styles from './ScenarioPanel.module.css';

/** A lane's settings are fields of the schema, which comes when it is asked for. */
const LaneSettings = lazy(() =>
  import('../form/LaneSettings.tsx').then(({ LaneSettings: component }) => ({ default: component })),
);

/** The lanes as chips; behind each one the algorithm's parameters and whatever else only this lane has. */
export function Compare() {
  const { catalogue } = useLab();
  const actions = useActions();
  const wanted = useLabState((state) => state.scenario.wanted);
  const error = useLabState((state) => state.scenario.error);
  const variants = compareList(wanted).map(variantOf);
  const looks = laneStyles(variants.map(({ algorithm }) => algorithm));
  const nameOf = (algorithm: string): string =>
    catalogue.algorithms.find((item) => item.id === algorithm)?.name ?? algorithm;
  const taken = new Set(variants.map(({ algorithm }) => algorithm));
  const rest = catalogue.algorithms.filter((item) => !taken.has(item.id));
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
          <MenuTrigger>
            <Button className={styles.add ?? ''} isDisabled={rest.length === 0}>
              <PlusIcon /> Add
            </Button>
            <Popover className={controls.popover ?? ''}>
              <Menu
                className={controls.list ?? ''}
                aria-label="Algorithms"
                items={rest}
                onAction={(key) => actions.addLane(String(key))}
              >
                {(item) => (
                  <MenuItem id={item.id} textValue={item.name} className={controls.item ?? ''}>
                    <span className={controls.itemName}>{item.name}</span>
                    <span className={controls.itemDetail}>{item.summary}</span>
                  </MenuItem>
                )}
              </Menu>
            </Popover>
          </MenuTrigger>
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
      <DialogTrigger>
        <Button className={styles.lane ?? ''} aria-label={`Settings of ${name}`}>
          {look && <LaneSign colour={cssColour(look.colour)} dash={look.dash} mark={look.mark} />}
          <span>{name}</span>
        </Button>
        <Popover className={controls.popover ?? ''}>
          <Dialog className={styles.laneDialog ?? ''} aria-label={`Settings of ${name}`}>
            {({ close }) => (
              <Suspense fallback={<p className={styles.cost}>The settings are coming…</p>}>
                <LaneSettings index={index} name={name} onDone={close} />
              </Suspense>
            )}
          </Dialog>
        </Popover>
      </DialogTrigger>
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
