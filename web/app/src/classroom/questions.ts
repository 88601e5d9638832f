/**
 * The questions of a lesson for the list of a course page: choices and numbers, with the answers that the runs
 * give. A drawing has no such form.
 */
import { escaped, formatQuantity, scaleFor } from '@ackscope/charts';
import type { Catalogue, Evaluate } from '@ackscope/engine';
import { decodeLink } from '@ackscope/model';
import type { LaneRun } from '@ackscope/model';
import { numberFor, rightOption, rightWithin } from '@ackscope/model/lesson';
import type { Block, Inline, Lesson } from '@ackscope/model/lesson';
import { givenOf } from '../course/given.ts';

export interface Question {
  name: string;
  text: string;
  /** What is said of the run afterwards. */
  feedback: string;
  answer:
    | { kind: 'choice'; options: readonly string[]; right: number }
    | { kind: 'number'; value: number; tolerance: number };
}

/** `lanesOf` gives the finished lanes of a step's run. Each question stands alone: a bank mixes them. */
export async function questionsOf(
  lesson: Lesson,
  lanesOf: (run: string) => Promise<readonly LaneRun[]>,
  evaluate: Evaluate,
  catalogue: Pick<Catalogue, 'algorithms'>,
): Promise<Question[]> {
  const questions: Question[] = [];
  for (const [at, { title, text, after, run, predict }] of lesson.steps.entries()) {
    if (predict === null || predict.kind === 'draw' || predict.kind === 'write') continue;
    const lanes = await lanesOf(run);
    const name = `${lesson.title}, ${String(at + 1)}: ${title}`;
    const given = givenOf(decodeLink(run), catalogue);
    const asked = `${plain([...lesson.intro, ...text])}\n\n${given}\n\n${predict.ask}`;
    if (predict.kind === 'pick') {
      const { right } = rightOption(predict, lanes, evaluate);
      const options = predict.options.map((option) => option.name);
      questions.push({
        name,
        text: asked,
        feedback: `${runIs(options[right] ?? '')}\n\n${plain(after)}`,
        answer: { kind: 'choice', options, right },
      });
      continue;
    }
    const value = numberFor(predict.value, lanes, evaluate);
    // The unit of the slider's end, so that it does not tell the answer.
    const { factor, unit } = scaleFor(predict.high, predict.unit);
    questions.push({
      name,
      text: `${asked}${unit === '' ? '' : ` Answer in ${unit}.`}`,
      feedback: `${runIs(formatQuantity(value, predict.unit))}\n\n${plain(after)}`,
      answer: {
        kind: 'number',
        value: rounded(value / factor),
        // As the lesson judges.
        tolerance: rounded(rightWithin(value, predict.unit, predict.step) / factor),
      },
    });
  }
  return questions;
}

const runIs = (answer: string): string => `The run gives: ${answer}.`;

const rounded = (value: number): number => Number(value.toPrecision(4));

function plain(blocks: readonly Block[]): string {
  return blocks
    .map((block) =>
      block.kind === 'paragraph'
        ? inline(block.text)
        : block.items.map((item) => `- ${inline(item)}`).join('\n'),
    )
    .join('\n\n');
}

function inline(parts: readonly Inline[]): string {
  return parts
    .map((part) => (typeof part === 'string' ? part : part.kind === 'code' ? part.text : inline(part.text)))
    .join('');
}

/** A title or a name, which a lesson of another site may break into lines: in GIFT a line begins something new. */
const inOneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');

/** Paragraphs as HTML within XML: escaped twice. */
const html = (text: string): string =>
  escaped(
    text
      .split('\n\n')
      .map((part) => `<p>${escaped(part).replaceAll('\n', '<br>')}</p>`)
      .join(''),
  );

/** Moodle's question bank in its own XML, in the category of this site. */
export function moodleXml(category: string, questions: readonly Question[]): string {
  const head = `  <question type="category">\n    <category><text>$course$/top/Ackscope/${escaped(inOneLine(category).replaceAll('/', '//'))}</text></category>\n  </question>\n`;
  const one = ({ name, text, feedback, answer }: Question): string => {
    const type = answer.kind === 'choice' ? 'multichoice' : 'numerical';
    const answers =
      answer.kind === 'choice'
        ? '    <single>true</single>\n    <shuffleanswers>true</shuffleanswers>\n    <answernumbering>abc</answernumbering>\n' +
          answer.options
            .map((option, at) => {
              const share = at === answer.right ? 100 : 0;
              return `    <answer fraction="${String(share)}" format="html"><text>${html(option)}</text></answer>\n`;
            })
            .join('')
        : `    <answer fraction="100"><text>${String(answer.value)}</text><tolerance>${String(answer.tolerance)}</tolerance></answer>\n`;
    return `  <question type="${type}">\n    <name><text>${escaped(inOneLine(name))}</text></name>\n    <questiontext format="html"><text>${html(text)}</text></questiontext>\n    <generalfeedback format="html"><text>${html(feedback)}</text></generalfeedback>\n    <defaultgrade>1</defaultgrade>\n${answers}  </question>\n`;
  };
  return `<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n${head}${questions.map(one).join('')}</quiz>\n`;
}

/** Without the meaning that characters have in GIFT. `[plain]` before a text keeps `[html]` in it from being one. */
const gifted = (text: string): string =>
  text
    .split('\n')
    .map((line) => inOneLine(line).replace(/[\\~=#{}:]/g, (sign) => `\\${sign}`))
    .join('\\n');

/** The same in GIFT, a text format that many course systems read. */
export function gift(category: string, questions: readonly Question[]): string {
  const one = ({ name, text, feedback, answer }: Question): string => {
    // GIFT has no form for an empty feedback.
    const said = feedback.trim() === '' ? '' : `\n####[plain]${gifted(feedback)}`;
    const answers =
      answer.kind === 'choice'
        ? `{\n${answer.options.map((option, at) => `${at === answer.right ? '=' : '~'}[plain]${gifted(option)}`).join('\n')}${said}\n}`
        : `{#${String(answer.value)}:${String(answer.tolerance)}${said}}`;
    return `::${gifted(inOneLine(name))}::[plain]${gifted(text)}${answers}\n`;
  };
  return `$CATEGORY: Ackscope/${inOneLine(category).replaceAll('/', '//')}\n\n${questions.map(one).join('\n')}`;
}
