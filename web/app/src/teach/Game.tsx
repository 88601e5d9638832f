import { useOpened } from '../lab/useRoute.ts';
import { NoSuch } from '../panels/NoSuch.tsx';
import { GAMES } from './games.ts';
import { Guess } from './Guess.tsx';
import { Sender } from './Sender.tsx';
import { Worksheet } from './Worksheet.tsx';

/** One of the teaching games: be the sender, guess the algorithm, a worksheet. */
export function Game({ item, query, themeKey }: { item: string | null; query: string; themeKey: string }) {
  const opened = useOpened();
  switch (item) {
    case 'sender':
      return <Sender query={query} themeKey={themeKey} />;
    case 'guess':
      return <Guess query={query} themeKey={themeKey} />;
    case 'worksheet':
      return <Worksheet key={opened} query={query} />;
    default:
      return <NoSuch what="game" id={item ?? ''} known={GAMES} />;
  }
}
