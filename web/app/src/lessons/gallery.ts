/** Lessons that open by their address (web/app/public/lessons): examples for authors, and no part of the course. */
export const GALLERY = [
  {
    id: 'a-policer',
    title: 'A contract without a queue',
    about:
      'A provider drops what exceeds the contract. No queue grows, so what tells a sender that it is too fast?',
  },
  {
    id: 'square-root-of-loss',
    title: 'The square root of the loss',
    about: 'A path loses some packets by chance. How fast is New Reno, and what does four times the loss do?',
  },
  {
    id: 'out-of-order',
    title: 'Late is not lost',
    about:
      'Some packets come late and others overtake them. Nothing is lost. Which senders slow down all the same?',
  },
] as const;
