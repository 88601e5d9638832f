/** A lesson on another server. */
import { PAGE_URL } from './servers.ts';

/** The page's own server stands for another one: tests ask nothing of anyone else. */
export const FROM = `${process.env[PAGE_URL] ?? ''}window.md`;
export const LESSON = `---
title: A window of one
---

See [RFC 9293](https://www.rfc-editor.org/rfc/rfc9293).

## One packet at a time

\`\`\`lab
run: v1/sawtooth?compare=newreno&flows.main.receive_window=1&duration=20s
predict:
  ask: Which is more?
  pick:
    Little: 1Mbps - goodput(newreno)
    Much: goodput(newreno) - 1Mbps
  right: most
\`\`\`

### Afterwards

It is little.

## Another step

\`\`\`lab
run: v1/sawtooth?compare=newreno&duration=20s
\`\`\`

## For the teacher

- Nothing.
`;
