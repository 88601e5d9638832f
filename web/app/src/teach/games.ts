import { readable, refused } from '../definePage.ts';
import type { PageProps, Readable } from '../definePage.ts';

/** The teaching games, for their list and for addresses. */
export const GAMES: readonly {
  id: string;
  title: string;
  about: string;
  size: string;
  /** It is not in the site for students. */
  hasSolution?: true;
}[] = [
  {
    id: 'sender',
    title: 'Be the sender',
    about:
      'You set the congestion window in real time. You see only acknowledgements and losses. At the end you see the queue, and what four algorithms achieve on the same path.',
    size: '45 seconds per try',
  },
  {
    id: 'guess',
    title: 'Guess the algorithm',
    about:
      'One curve, four algorithms. Which one is it? Start with the window. For a harder round, see only the queue.',
    size: 'no time limit',
  },
  {
    id: 'worksheet',
    title: 'Worksheet',
    about:
      'Two pages to print from any run: a curve to read and a grid to draw on, then the solution. To print the run on the screen, use the lab’s file menu.',
    size: 'for a class',
    hasSolution: true,
  },
];

/** What is wrong with an address of a game in a frame. */
export const readFrame = ({ item }: PageProps): Readable =>
  GAMES.some(({ id }) => id === item)
    ? readable()
    : refused(`There is no game “${item ?? ''}”. Games: ${GAMES.map(({ id }) => id).join(', ')}.`);
