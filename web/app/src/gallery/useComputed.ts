import { useMemo } from 'react';
import type { GalleryEntry, GalleryPanel } from '@ackscope/engine';
import type { GalleryForm } from '@ackscope/model/gallery';
import { useLab } from '../lab/context.ts';
import { useSignal } from '../base/useSignal.ts';
import { computedOf } from './computed.ts';
import type { Computed } from './computed.ts';

/** The state of a figure's computation; it is put in the queue. */
export function useComputed(entry: GalleryEntry, panel: GalleryPanel | null, form: GalleryForm): Computed {
  const { engine } = useLab();
  return useSignal(useMemo(() => computedOf(engine, { entry, panel, form }), [engine, entry, panel, form]));
}
