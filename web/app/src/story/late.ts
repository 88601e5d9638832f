/** Everything about stories is one chunk, loaded with the first of them. */
import { lazyNamed } from '../kit/lazyNamed.ts';

export const Story = lazyNamed('Story', () => import('./parts.ts'));
export const StoryButton = lazyNamed('StoryButton', () => import('./parts.ts'));
