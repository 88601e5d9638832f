/** Whether the packets of the lane in focus are shown large, above the lanes. */
import { cellPerLab } from '../lab/cellPerLab.ts';

export const followsOf = cellPerLab(false);
