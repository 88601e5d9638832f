import { useMemo } from 'react';
import { encode } from 'uqr';

/** Modules of quiet zone that readers expect around the code. */
const QUIET = 4;

/** A link as a QR code: always dark on white in any theme, because cameras need it. */
export function QrCode({ text }: { text: string }) {
  const { path, size } = useMemo(() => {
    const { data, size: modules } = encode(text, { ecc: 'L', border: 0 });
    const squares = data.flatMap((row, y) =>
      row.flatMap((dark, x) => (dark ? [`M${x + QUIET} ${y + QUIET}h1v1h-1z`] : [])),
    );
    return { path: squares.join(''), size: modules + 2 * QUIET };
  }, [text]);
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code of the link"
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
