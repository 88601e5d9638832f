/**
 * What a lesson claims, and what holds it. A sentence with a number, a comparison or a word such as
 * “empty” is a claim, and so is each number. It is quoted in `expect`, beside comparisons that a run must fulfil, or in
 * `given`, beside what it rests on. Anything else fails the build, and so does a quote of words that
 * the lesson does not contain.
 */
/** Numbers that belong to a name are no claim. */
const NAMES =
  /\bRFC \d+(, \d{4})?|§[\d.]+|\bECT\(1\)|\bLinux [\d.]+|\bns-2|\b(19|20)\d\d\b|\bFigures? [\d to]+|\b\d+-Mbps\b|“L4S \d”|\b1\/2\b/g;

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

interface Span {
  from: number;
  to: number;
}

/** The first number of a sentence, which begins at `start`, that no quote contains. */
function numberOutside(sentence: string, start: number, quotes: readonly Span[]): string | null {
  const plainText = sentence.replace(NAMES, (name) => '_'.repeat(name.length));
  for (const { index, 0: number } of plainText.matchAll(/(?<![\w.])\d[\d.]*(?<!\.)/g)) {
    const at = start + index;
    if (!quotes.some(({ from, to }) => from <= at && at + number.length <= to)) return number;
  }
  return null;
}

/** The quotes that no paragraph contains, and the claims that no quote covers. */
export function faultsOfClaims(paragraphs: readonly string[], quotes: readonly string[]): string[] {
  const covered = paragraphs.map(() => [] as Span[]);
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
      const number = isClaim(sentence) ? numberOutside(sentence, from, covered[at] ?? []) : null;
      if (isHeld !== true && isClaim(sentence))
        faults.push(
          `nothing holds “${sentence}”: quote it in \`expect\`, or in \`given\` with what it rests on`,
        );
      else if (number !== null)
        faults.push(`nothing holds the number ${number} of “${sentence}”: a quote has to contain it`);
      from = to + 1;
    }
  });
  return faults;
}
