import type { ScriptReport } from '@ackscope/engine';
import type { JsonObject } from '@ackscope/model';
import { Knob } from '../kit/Knob.tsx';
import { linear, logarithmic } from '../kit/Slider.tsx';
import { Switch } from '../kit/Switch.tsx';
import { useLab } from '../lab/context.ts';
import { parametersOf, withParameter } from '../scenario/ownScripts.ts';
import styles from './ScriptPanel.module.css';

export function Params({ id, report, scenario }: { id: string; report: ScriptReport; scenario: JsonObject }) {
  const { store } = useLab();
  const set = parametersOf(scenario, id);
  const change = (name: string, value: number | boolean | null): void => {
    const { scenario: now, actions } = store.getState();
    actions.replaceScenario(withParameter(now.wanted, id, name, value));
  };
  return (
    <section className={styles.params} aria-label="Parameters">
      {report.params.map((param) => {
        const given = set[param.name];
        if (param.is_condition) {
          const on = typeof given === 'boolean' ? given : param.default !== 0;
          return (
            <Switch
              key={param.name}
              label={param.name}
              isOn={on}
              onChange={(value) => change(param.name, value)}
            />
          );
        }
        const value = typeof given === 'number' ? given : param.default;
        const [min, max] = param.range ?? [-1e12, 1e12];
        const isWide = min > 0 && max / min >= 1000;
        const step = Number(((max - min) / 200).toPrecision(1));
        return (
          <Knob
            key={param.name}
            label={param.name}
            value={Number(value.toPrecision(6))}
            unit={param.unit}
            min={min}
            max={max}
            decimals={6}
            scale={param.range === null ? null : isWide ? logarithmic(min, max) : linear(min, max, step)}
            remark={param.help === '' ? null : param.help}
            onReset={value === param.default ? null : () => change(param.name, null)}
            onChange={(next) => change(param.name, Number(next.toPrecision(6)))}
          />
        );
      })}
    </section>
  );
}
