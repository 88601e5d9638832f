/** All rows: every file in this folder is one. */
import type { RowDefinition } from '../types.ts';

const files = import.meta.glob<{ row: RowDefinition }>(['./*.ts', '!./index.ts'], { eager: true });

export const ROWS: readonly RowDefinition[] = Object.values(files)
  .map((file) => file.row)
  .sort((a, b) => a.order - b.order);

export function rowsById(ids: readonly string[]): RowDefinition[] {
  return ROWS.filter((row) => ids.includes(row.id));
}
