import { cellPerLab } from '../lab/cellPerLab.ts';

/** The title of the story on the screen: the page's sentence says it. */
export const storyTitleOf = cellPerLab<string | null>(null);
