import { Button } from 'react-aria-components';
import { formatQuantity } from '@ackscope/charts';
import { isObject, readQuantity } from '@ackscope/model';
import type { Json, JsonObject } from '@ackscope/model';
import { PlusIcon } from '../kit/icons.tsx';
import { RemoveButton } from '../kit/RemoveButton.tsx';
import { withFlow } from '../scenario/addFlow.ts';
import { useActions, useLab, useLabState } from '../lab/context.ts';
import { FieldRow, isWithin } from './Field.tsx';
import { ObjectFields } from './ObjectFields.tsx';
import { definition, fieldsOf, SCENARIO } from './schema.ts';
import styles from './form.module.css';

/** Every key of a scenario, by hop and by flow; hops and flows can be added and removed. */
export function ScenarioForm() {
  const actions = useActions();
  const { catalogue } = useLab();
  const wanted = useLabState((state) => state.scenario.wanted);
  const hops = listOf(wanted, 'hops');
  const flows = listOf(wanted, 'flows');
  const defaults = catalogue.scenario_defaults as JsonObject;
  const put = (path: string, value: Json): void => {
    actions.change([{ path, value }]);
  };
  return (
    <div className={styles.form}>
      <h3 className={styles.heading}>Hops</h3>
      {hops.map((hop, index) => (
        <Item
          key={index}
          title={`Hop ${index + 1}`}
          detail={hopInWords(hop)}
          onRemove={
            hops.length > 1
              ? () =>
                  put(
                    'hops',
                    hops.filter((_, at) => at !== index),
                  )
              : null
          }
        >
          <ObjectFields
            path={`hops.${index}`}
            fields={fieldsOf(definition('Hop'))}
            value={hop}
            defaults={defaults.hop}
          />
        </Item>
      ))}
      <Add label="Add a hop" onPress={() => put('hops', [...hops, anotherHop(hops)])} />
      <h3 className={styles.heading}>Flows</h3>
      {flows.map((flow, index) => (
        <Item
          key={index}
          title={nameOf(flow, `Flow ${index + 1}`)}
          detail={flowInWords(flow)}
          onRemove={
            flows.length > 1
              ? () =>
                  put(
                    'flows',
                    flows.filter((_, at) => at !== index),
                  )
              : null
          }
        >
          <ObjectFields
            path={`flows.${index}`}
            fields={fieldsOf(definition('Flow'))}
            value={flow}
            defaults={defaults.flow}
          />
        </Item>
      ))}
      <Add label="Add flows" onPress={() => put('flows', withFlow(wanted, anotherFlow(flows)))} />
      <h3 className={styles.heading}>The whole run</h3>
      <WholeRun wanted={wanted} defaults={defaults} />
    </div>
  );
}

function WholeRun({ wanted, defaults }: { wanted: JsonObject; defaults: JsonObject }) {
  const actions = useActions();
  const error = useLabState((state) => state.scenario.error);
  const fields = fieldsOf(SCENARIO, ['version', 'hops', 'flows', 'compare']);
  return fields.map((field) => (
    <FieldRow
      key={field.key}
      field={field}
      value={wanted[field.key]}
      fallback={defaults[field.key] ?? field.fallback}
      error={isWithin(field.key, error) ? error : null}
      onChange={(value) => {
        actions.change([{ path: field.key, value }]);
      }}
    />
  ));
}

function Item({
  title,
  detail,
  onRemove,
  children,
}: {
  title: string;
  detail: string;
  onRemove: (() => void) | null;
  children: React.ReactNode;
}) {
  return (
    <div className={styles.item}>
      <details>
        <summary>
          <strong>{title}</strong> <span>{detail}</span>
        </summary>
        <div className={styles.inner}>{children}</div>
      </details>
      {onRemove !== null && <RemoveButton name={title} className={styles.remove} onPress={onRemove} />}
    </div>
  );
}

function Add({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <Button className={styles.add ?? ''} onPress={onPress}>
      <PlusIcon /> {label}
    </Button>
  );
}

function listOf(scenario: JsonObject, key: string): JsonObject[] {
  const list = scenario[key];
  return Array.isArray(list) ? list.filter(isObject) : [];
}

function nameOf(item: JsonObject, otherwise: string): string {
  const name = item.name;
  return typeof name === 'string' && name !== '' ? name : otherwise;
}

function hopInWords(hop: JsonObject): string {
  const rateBps = readQuantity(hop.rate, 'rate');
  const delayS = readQuantity(hop.delay, 'time');
  return [
    rateBps === null ? variesInWords(hop.rate, 'rate') : formatQuantity(rateBps, 'bps'),
    delayS === null ? variesInWords(hop.delay, 'delay') : formatQuantity(delayS, 's'),
  ].join(', ');
}

const variesInWords = (value: Json | undefined, what: string): string =>
  `${isObject(value) && typeof value.kind === 'string' ? value.kind : 'varying'} ${what}`;

function flowInWords(flow: JsonObject): string {
  const count = typeof flow.count === 'number' ? flow.count : 1;
  const what =
    flow.kind === 'cbr' ? 'constant rate' : typeof flow.algorithm === 'string' ? flow.algorithm : 'TCP';
  return `${count} × ${what}${flow.direction === 'backward' ? ', backward' : ''}`;
}

/** A copy of the last hop without its name: two hops of one name could not be distinguished. */
function anotherHop(hops: readonly JsonObject[]): JsonObject {
  const { name: _, ...last } = hops[hops.length - 1] ?? { rate: '2Mbps', delay: '10ms' };
  return last;
}

function anotherFlow(flows: readonly JsonObject[]): JsonObject {
  const taken = new Set(flows.map((flow) => flow.name));
  let number = flows.length + 1;
  while (taken.has(`flow ${number}`)) number += 1;
  return { name: `flow ${number}`, algorithm: 'newreno', rtt: flows[0]?.rtt ?? '100ms' };
}
