import { messageOf } from '@ackscope/engine';
import { useState } from 'react';
import type { ScriptTarget } from '@ackscope/engine';
import { MenuButton } from '../kit/MenuButton.tsx';
import { Sheet } from '../kit/Sheet.tsx';
import { saveText } from '../base/save.ts';
import { useLab } from '../lab/context.ts';

/** The targets of an export, with the extension of each file. */
const TARGETS: readonly { id: ScriptTarget; name: string; detail: string; ending: string }[] = [
  { id: 'ns3-class', name: 'Class for ns-3', detail: 'a C++ header, ns-3.37 and later', ending: '.h' },
  { id: 'bpf', name: 'BPF program for Linux', detail: 'C, loaded as struct_ops', ending: '.bpf.c' },
];

/** Exports the script for another target, or lists what that cannot express. */
export function ScriptExport({
  id,
  source,
  className,
}: {
  id: string;
  source: string;
  className: string | undefined;
}) {
  const { engine } = useLab();
  const [refused, setRefused] = useState<readonly string[] | null>(null);
  const save = (chosen: string): void => {
    const target = TARGETS.find((one) => one.id === chosen);
    if (target === undefined) return;
    engine.ask('exportScript', id, source, target.id).then(
      ({ program, cannot }) => {
        if (program == null) setRefused(cannot);
        else saveText(`${id}${target.ending}`, program, 'text/plain');
      },
      (error: unknown) => setRefused([messageOf(error)]),
    );
  };
  return (
    <>
      <MenuButton label="Export" isSign={false} className={className} items={TARGETS} onChoose={save}>
        Export
      </MenuButton>
      <Sheet title="Cannot be exported" isOpen={refused !== null} onClose={() => setRefused(null)}>
        <p>The target cannot express:</p>
        <ul>
          {(refused ?? []).map((what) => (
            <li key={what}>
              <code>{what}</code>
            </li>
          ))}
        </ul>
      </Sheet>
    </>
  );
}
