import { use, useEffect, useRef } from 'react';
import { followWidth } from '../formula/followWidth.ts';

/** Typeset at build time; only this page needs them. */
const arriving = import('virtual:theory');

/** MathML from the engine's own catalogue: nothing in it comes from a link. */
export function Equation({ formula, className }: { formula: string; className?: string | undefined }) {
  const { EQUATIONS } = use(arriving);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => (box.current === null ? undefined : followWidth(box.current, SMALLEST)), [formula]);
  return (
    <div
      ref={box}
      className={className}
      role="group"
      aria-label="The equation"
      // A long equation scrolls sideways, also by keyboard.
      tabIndex={0}
      dangerouslySetInnerHTML={{ __html: EQUATIONS[formula]?.equation ?? '' }}
    />
  );
}

/** Below this share of its size an equation would be unreadable: it scrolls instead. */
const SMALLEST = 0.5;

/** The symbol of a parameter or a result. */
export function SymbolOf({
  formula,
  name,
  className,
}: {
  formula: string;
  name: string;
  className?: string | undefined;
}) {
  const { EQUATIONS } = use(arriving);
  const html = EQUATIONS[formula]?.symbols[name] ?? '';
  return <span className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}
