/** Icons; all of them decorate a control that has its own name. */
import type { ReactNode } from 'react';
import { cssColour } from '@ackscope/charts';
import type { MarkShape, SeriesStyle } from '@ackscope/charts';

/** In rem: on a large screen the letters grow, and the icons with them. */
const rem = (px: number): string => `${px / 16}rem`;

const SOLID = { fill: 'currentColor' };
const LINES = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.6,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

function Icon({
  children,
  size = 16,
  solid = false,
}: {
  children: ReactNode;
  size?: number;
  solid?: boolean;
}) {
  return (
    <svg
      width={rem(size)}
      height={rem(size)}
      viewBox="0 0 16 16"
      {...(solid ? SOLID : LINES)}
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  );
}

/** An icon of one path, over other shapes. */
const icon = (path: string, size = 16, shapes?: ReactNode) =>
  function PathIcon() {
    return (
      <Icon size={size}>
        {shapes}
        <path d={path} />
      </Icon>
    );
  };

export const ChevronIcon = icon('M4 6l4 4 4-4', 12);
export const CloseIcon = icon('M4 4l8 8M12 4l-8 8', 14);
export const ResetIcon = icon('M3.5 8a4.8 4.8 0 1 0 1.6-3.6M3.2 2.6v3h3', 12);
export const PlayIcon = () => (
  <Icon size={18} solid>
    <path d="M5 2.6v10.8a.5.5 0 0 0 .76.43l8.6-5.4a.5.5 0 0 0 0-.86l-8.6-5.4A.5.5 0 0 0 5 2.6z" />
  </Icon>
);
export const PauseIcon = () => (
  <Icon size={18} solid>
    <rect x="3.4" y="2.5" width="3.4" height="11" rx="0.8" />
    <rect x="9.2" y="2.5" width="3.4" height="11" rx="0.8" />
  </Icon>
);
export const StepIcon = ({ back = false }: { back?: boolean }) => (
  <Icon>
    {back ? <path d="M10.5 3.5L6 8l4.5 4.5M4 3.5v9" /> : <path d="M5.5 3.5L10 8l-4.5 4.5M12 3.5v9" />}
  </Icon>
);
export const ZoomIcon = ({ out = false }: { out?: boolean }) => (
  <Icon>
    <circle cx="7" cy="7" r="4.6" />
    <path d={out ? 'M10.5 10.5L14 14M5 7h4' : 'M10.5 10.5L14 14M5 7h4M7 5v4'} />
  </Icon>
);
export const FilmIcon = icon('M2.5 3.5h11v9h-11zM5.5 3.5v9M10.5 3.5v9');
export const LoopIcon = icon(
  'M3 8.500V7a3 3 0 0 1 3-3h7M10.800 1.800L13 4l-2.200 2.200M13 7.500V9a3 3 0 0 1-3 3H3M5.200 14.200L3 12l2.200-2.200',
);
export const PresentIcon = icon('M9.500 2.500h4v4M13.500 2.500L9 7M6.500 13.500h-4v-4M2.500 13.500L7 9');
export const UndoIcon = ({ forth = false }: { forth?: boolean }) => (
  <Icon>
    {forth ? (
      <path d="M10 3l3 3-3 3M13 6H6.500a3.500 3.500 0 0 0 0 7H9" />
    ) : (
      <path d="M6 3L3 6l3 3M3 6h6.500a3.500 3.500 0 0 1 0 7H7" />
    )}
  </Icon>
);
export const FileIcon = icon('M4 1.800h5l3.200 3.200v9.200H4zM9 1.800V5h3.200');
export const ShareIcon = icon('M8 10V2.4M5.2 5 8 2.2 10.8 5M3.4 8v5.2h9.2V8');
export const SlidersIcon = icon(
  'M2.5 5h5M11 5h2.5M2.5 11H5M8.500 11h5',
  16,
  <>
    <circle cx="9.2" cy="5" r="1.7" />
    <circle cx="6.8" cy="11" r="1.7" />
  </>,
);
export const PlusIcon = icon('M8 3v10M3 8h10', 12);
export const DiceIcon = icon(
  'M5.600 5.600h.1M10.300 5.600h.1M8 8h.1M5.600 10.400h.1M10.300 10.400h.1',
  14,
  <rect x="2.5" y="2.5" width="11" height="11" rx="2.4" />,
);

/** The sign of a lane: its colour, dash and mark together. */
export function LaneSign({ look: { colour, dash, mark } }: { look: SeriesStyle }) {
  return (
    <svg
      width="1.25rem"
      height="0.75rem"
      viewBox="3 0 20 12"
      aria-hidden="true"
      focusable="false"
      style={{ flex: 'none', color: cssColour(colour) }}
    >
      <line
        x1={0.5}
        x2={25.5}
        y1={6}
        y2={6}
        stroke="currentColor"
        strokeWidth={2.4}
        strokeDasharray={dash.join(' ')}
      />
      <g fill="currentColor" stroke="var(--surface)" strokeWidth={1.2}>
        <Mark shape={mark} />
      </g>
    </svg>
  );
}

/** The mark of a series, around (13, 6). */
export function Mark({ shape }: { shape: MarkShape }) {
  switch (shape) {
    case 'circle':
      return <circle cx={13} cy={6} r={4.2} />;
    case 'square':
      return <rect x={9} y={2} width={8} height={8} rx={1} />;
    case 'triangle':
      return <path d="M13 1.200l4.800 8.600H8.200z" />;
    case 'diamond':
      return <path d="M13 0.800l5 5.200-5 5.200-5-5.200z" />;
  }
}
export const EyeIcon = ({ off = false }: { off?: boolean }) => (
  <Icon>
    <path d="M1.8 8c1.400-2.700 3.600-4.200 6.200-4.200S12.800 5.300 14.200 8c-1.400 2.700-3.600 4.200-6.200 4.200S3.200 10.700 1.800 8z" />
    <circle cx="8" cy="8" r="1.900" />
    {off && <path d="M2.500 13.500l11-11" />}
  </Icon>
);
export const DotsIcon = () => (
  <Icon solid>
    {[3, 8, 13].map((x) => (
      <circle key={x} cx={x} cy="8" r="1.4" />
    ))}
  </Icon>
);
export const PathIcon = icon('M1.5 8h13M4 6.2v3.6M8 6.2v3.6M12 6.2v3.6');
export const MenuIcon = icon('M2.5 4.5h11M2.5 8h11M2.5 11.5h11');
export const CursorsIcon = icon(
  'M5 2.5v11M11 2.5v11M5 8h6M6.800 6.200L5 8l1.800 1.800M9.200 6.200L11 8l-1.800 1.800',
);
export const ReferenceIcon = icon('M1.800 12l4-7 3 5 2-3 3.400 5M1.800 14h12.400', 16);
export const ScopeIcon = icon(
  'M3.500 9c1.200-3.600 2.300-3.600 3.300-1s2.200 2.600 5.700-1',
  16,
  <rect x="1.600" y="2.800" width="12.8" height="10.4" rx="1.600" />,
);
export const TriggerIcon = icon('M2 12.500h5v-9h6.500M5 6l2-2.500L9 6');
/** A curve with a peak over a base line. */
export const LandscapeIcon = icon(
  'M1.800 13.200h12.400M2 9.500c3.200 0 3.600-6.300 6-6.300 2.300 0 1.800 5.800 6 6.300',
);
/** A sum sign. */
export const MathIcon = icon('M12 4.200V2.500H4L8.500 8 4 13.500h8v-1.700');
export const ListenIcon = icon(
  'M2.500 6.200h2.400L8 3.400v9.200L4.900 9.800H2.500zM10.600 6a3 3 0 0 1 0 4M12.500 4.200a5.600 5.600 0 0 1 0 7.600',
);
export const ForkIcon = icon(
  'M1.800 8h4.400M6.200 8c3 0 2.600-4.300 7.200-4.300M6.200 8c3 0 2.600 4.300 7.200 4.300M11.600 1.900l2 1.800-2 1.800',
);
