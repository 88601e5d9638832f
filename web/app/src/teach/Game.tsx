import { gameProblems } from '@ackscope/model/teach';
import { useOpened } from '../address/useRoute.ts';
import { AddressProblems } from '../kit/Problem.tsx';
import { UnknownId } from '../kit/UnknownId.tsx';
import { GAMES } from './games.ts';
import { Guess } from './Guess.tsx';
import { Sender } from './Sender.tsx';
import { Worksheet } from './Worksheet.tsx';

interface GameProps {
  item: string | null;
  query: string;
  themeKey: string;
}

/** One of the teaching games, and what of its address is left out. */
export function Game(props: GameProps) {
  return (
    <>
      <AddressProblems problems={gameProblems(props.item, props.query)} />
      <Board {...props} />
    </>
  );
}

function Board({ item, query, themeKey }: GameProps) {
  const opened = useOpened();
  switch (item) {
    case 'sender':
      return <Sender query={query} themeKey={themeKey} />;
    case 'guess':
      return <Guess query={query} themeKey={themeKey} />;
    case 'worksheet':
      return <Worksheet key={opened} query={query} />;
    default:
      return <UnknownId what="game" id={item ?? ''} known={GAMES} />;
  }
}
