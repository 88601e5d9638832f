/** How lanes are drawn: side by side, overlaid, or as one flow's cwnd against another's. */
export const CHART_MODES = ['lanes', 'overlay', 'phase'] as const;
export type ChartMode = (typeof CHART_MODES)[number];
