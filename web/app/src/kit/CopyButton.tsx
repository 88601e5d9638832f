import { Button } from 'react-aria-components';
import buttons from './buttons.module.css';
import { useCopying } from './useCopying.ts';

export interface CopyButtonProps {
  text: string;
  label: string;
  className?: string | undefined;
  /** Where the text can be found if the browser does not copy. */
  failed?: string;
}

export function CopyButton({
  text,
  label,
  className = buttons.primary,
  failed = 'Copy it by hand',
}: CopyButtonProps) {
  const { state, copy } = useCopying();
  return (
    <Button className={className ?? ''} onPress={() => copy(text)}>
      <span role="status">{{ idle: label, copied: 'Copied', failed }[state]}</span>
    </Button>
  );
}
