import { keepUnits } from '../base/keepUnits.ts';
import type { Block, Inline } from '@ackscope/model/lesson';

/** A lesson's text: plain data, made from its file at build time. */
export function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map((block, index) => {
    if (block.kind === 'paragraph')
      return (
        <p key={index}>
          <Text parts={block.text} />
        </p>
      );
    const items = block.items.map((item, at) => (
      <li key={at}>
        <Text parts={item} />
      </li>
    ));
    return block.ordered ? <ol key={index}>{items}</ol> : <ul key={index}>{items}</ul>;
  });
}

function Text({ parts }: { parts: readonly Inline[] }) {
  return parts.map((part, index) => {
    if (typeof part === 'string') return keepUnits(part);
    switch (part.kind) {
      case 'strong':
        return (
          <strong key={index}>
            <Text parts={part.text} />
          </strong>
        );
      case 'em':
        return (
          <em key={index}>
            <Text parts={part.text} />
          </em>
        );
      case 'code':
        return <code key={index}>{part.text}</code>;
      case 'link':
        return (
          <a key={index} href={part.href}>
            <Text parts={part.text} />
          </a>
        );
    }
  });
}
