/**
 * What a lesson claims, and what holds it. A sentence with a number, a comparison or a word such as
 * “empty” is a claim. It is quoted in `expect`, beside comparisons that a run must fulfil, or in
 * `given`, beside what it rests on. Anything else fails the build, and so does a quote of words that
 * the lesson does not contain.
 */
/** Numbers that belong to a name are no claim. */
const NAMES = /\bRFC \d+(, \d{4})?|§[\d.]+|\bECT\(1\)|\bLinux [\d.]+/g;

const CLAIMING = new RegExp(
  [
    String.raw`(?<![\w.])\d`,
    String.raw`\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifty|hundreds?|thousands?|dozens?)\b`,
    String.raw`\b(half|halves|halving|twice|doubles?|thirds?|quarters?|fifths?|sixth|sevenths?|eighths?|tenths?|twelfth)\b`,
    String.raw`\bper (round trip|ACK)\b`,
    String.raw`\b(more|less|fewer|most|fewest|better|worse|enough)\b`,
    String.raw`\b(high|low|long|short|larg|small|fast|slow|late|earli|soon|near|few|clos)(er|est)\b`,
    String.raw`\b(same|equal|alike|exactly|nearly|almost|hardly|as much|as many|close to)\b`,
    String.raw`\b(never|always|nothing|none|nobody|full|empty)\b`,
  ].join('|'),
  'i',
);

/** Questions, and instructions to the reader and the teacher. */
const STATES_NOTHING = /\?$|^(In the \w+ step, )?(draw|ask|print|put|let the class) /i;

/** Whether a sentence states what could be wrong. */
export function isClaim(sentence: string): boolean {
  return !STATES_NOTHING.test(sentence) && CLAIMING.test(sentence.replace(NAMES, ''));
}

/** The quotes that no paragraph contains, and the claims that no quote covers. */
export function faultsOfClaims(paragraphs: readonly string[], quotes: readonly string[]): string[] {
  const covered = paragraphs.map(() => [] as { from: number; to: number }[]);
  const faults = quotes.flatMap((quote) => {
    // What a question repeats of the text is the same claim.
    const places = [...paragraphs.keys()].filter((at) => paragraphs[at]?.includes(quote));
    for (const at of places) {
      const from = paragraphs[at]?.indexOf(quote) ?? 0;
      covered[at]?.push({ from, to: from + quote.length });
    }
    return places.length > 0 ? [] : [`it does not say “${quote}”`];
  });
  paragraphs.forEach((paragraph, at) => {
    let from = 0;
    for (const sentence of paragraph.split(/(?<=[.!?]) /)) {
      const to = from + sentence.length;
      const isHeld = covered[at]?.some((quote) => quote.from < to && quote.to > from);
      if (isHeld !== true && isClaim(sentence))
        faults.push(
          `nothing holds “${sentence}”: quote it in \`expect\`, or in \`given\` with what it rests on`,
        );
      from = to + 1;
    }
  });
  return faults;
}
