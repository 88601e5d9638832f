import { MenuButton } from '../kit/MenuButton.tsx';
import { PlusIcon } from '../kit/icons.tsx';
import { useLab } from '../lab/context.ts';

interface AddAlgorithmProps {
  label: string;
  /** Ids of the algorithms already compared. */
  taken: readonly string[];
  className: string | undefined;
  onAdd: (id: string) => void;
}

/** A menu that adds another algorithm of the catalogue. */
export function AddAlgorithm({ label, taken, className, onAdd }: AddAlgorithmProps) {
  const { catalogue } = useLab();
  const rest = catalogue.algorithms.filter(({ id }) => !taken.includes(id));
  return (
    <MenuButton
      label={label}
      isSign={false}
      className={className}
      isDisabled={rest.length === 0}
      items={rest.map(({ id, name, summary }) => ({ id, name, detail: summary }))}
      onChoose={onAdd}
    >
      <PlusIcon /> Add
    </MenuButton>
  );
}
