/**
 * A visit of a lesson in a course system by SCORM 1.2: what is read at its start, set after each answer, and
 * at its end. As strict as Moodle, whose patterns other systems do not exceed: ids of letters, digits and _,
 * texts of 255 characters, suspend data of 4096 without line breaks.
 */
import type { LessonReport } from '@ackscope/embed/protocol';
import type { Lesson } from '@ackscope/model/lesson';
import { isMeasured } from '../record.ts';
import type { LessonRecord } from '../record.ts';
import type { ScormApi } from './api.ts';
import { isGraded, MASTERY } from './exercise.ts';
import type { Asks } from './exercise.ts';
import type { Counts } from '../../course/packageMark.ts';

const LONGEST_TEXT = 255;
const LONGEST_SUSPENDED = 4096;
/** The layout of the suspend data. Layout 1 had no per cents where answering alone counts. */
const LAYOUT = '2';
const LAYOUTS = ['1', LAYOUT];
/** Of an answer that no code can hold. */
const NO_CODE = '0';

interface Answered {
  code: string;
  /** What the first answer counts, from 0 to 1. */
  share: number;
}

export interface SessionOptions {
  lesson: Pick<Lesson, 'id' | 'revision' | 'score'> & { steps: readonly Asks[] };
  /** What the package was built to count. */
  counts: Counts;
  /** Milliseconds since any fixed time. */
  now: () => number;
  /** Gets what the course system refuses or cannot take, each once. */
  onTrouble: (message: string) => void;
}

export class ScormSession {
  readonly #api: ScormApi;
  readonly #options: SessionOptions;
  readonly #beganMs: number;
  /** Of each answered step, by its index. */
  readonly #answers = new Map<number, Answered>();
  /** In `browse` and `review` nothing is set. */
  readonly #isRecorded: boolean;
  readonly #isOpen: boolean;
  /** Only to choose a variant; it is told to nobody. */
  readonly studentId: string;
  /** The step of the last visit, as in an address; null on the first one. */
  readonly location: string | null;
  #interactions: number;
  #variant: number | null = null;
  #isDone = false;
  #isFinished = false;
  #isTroubled = false;

  constructor(api: ScormApi, options: SessionOptions) {
    this.#api = api;
    this.#options = options;
    this.#beganMs = options.now();
    this.#isOpen = this.#tell(() => api.LMSInitialize(''));
    const mode = this.#get('cmi.core.lesson_mode');
    this.#isRecorded = this.#isOpen && mode !== 'browse' && mode !== 'review';
    this.studentId = this.#get('cmi.core.student_id');
    const isResumed = this.#get('cmi.core.entry') === 'resume';
    this.location = (isResumed && this.#get('cmi.core.lesson_location')) || null;
    this.#interactions = Number(this.#get('cmi.interactions._count')) || 0;
    this.#read(this.#get('cmi.suspend_data'));
    const status = this.#get('cmi.core.lesson_status');
    this.#isDone = status === 'completed' || status === 'passed' || status === 'failed';
    if (!this.#isRecorded) return;
    if (options.counts !== 'handed-in') {
      this.#set('cmi.core.score.min', '0');
      this.#set('cmi.core.score.max', '100');
    }
    if (!this.#isDone) this.#set('cmi.core.lesson_status', 'incomplete');
    this.#commit();
  }

  get isRecorded(): boolean {
    return this.#isRecorded;
  }

  /** The steps that were answered on an earlier visit. */
  begin(record: LessonRecord): void {
    for (const [at, { share }] of this.#answers) record.remember(at, share);
  }

  tell(report: LessonReport): void {
    const at = report.step - 1;
    this.#variant = report.variant;
    const { counts } = this.#options;
    const share = this.#answers.get(at)?.share ?? shareOf(report, counts);
    this.#answers.set(at, { code: report.code.replaceAll('-', '') || NO_CODE, share });
    if (!this.#isRecorded || this.#isFinished) return;
    const begun = `cmi.interactions.${this.#interactions}`;
    this.#interactions += 1;
    this.#set(`${begun}.id`, identifier(`${report.lesson}_${report.step}`));
    this.#set(`${begun}.type`, TYPES[report.form]);
    this.#set(`${begun}.student_response`, responseOf(report));
    if (report.form === 'script' && String(report.answer ?? '').length > LONGEST_TEXT)
      this.#options.onTrouble(
        `The course system takes ${String(LONGEST_TEXT)} characters of a text. Yours is longer: it gets the code of the result, not the text.`,
      );
    this.#set(`${begun}.result`, resultOf(report));
    this.#set(`${begun}.latency`, timespan(report.seconds));
    if (counts !== 'handed-in') this.#set('cmi.core.score.raw', String(report.score));
    this.#set('cmi.core.lesson_location', String(report.step));
    this.#isDone ||= counts === 'handed-in' ? this.#isHandedIn() : report.done;
    this.#set('cmi.core.lesson_status', this.#isDone ? this.#doneWith(report.score) : 'incomplete');
    this.#set('cmi.suspend_data', this.#suspended());
    this.#commit();
  }

  /** Calls after the first one do nothing. */
  finish(): void {
    if (!this.#isOpen || this.#isFinished) return;
    this.#isFinished = true;
    if (this.#isRecorded) {
      this.#set('cmi.core.session_time', timespan((this.#options.now() - this.#beganMs) / 1000));
      this.#set('cmi.core.exit', this.#isDone ? '' : 'suspend');
    }
    this.#tell(() => this.#api.LMSFinish(''));
  }

  /** Every question has an answer: “I don't know” is none, and nor is a script as it was given. */
  #isHandedIn(): boolean {
    const { steps } = this.#options.lesson;
    return steps.every(({ predict }, at) => predict == null || this.#answers.get(at)?.share === 1);
  }

  #doneWith(score: number): string {
    const { lesson, counts } = this.#options;
    if (!isGraded(lesson, counts)) return 'completed';
    return score >= MASTERY ? 'passed' : 'failed';
  }

  /** Of the text, and of what counts: another package of it counts from the beginning. */
  #revision(): string {
    const { lesson, counts } = this.#options;
    return counts === 'answered' ? lesson.revision : `${lesson.revision}.${counts}`;
  }

  /** `2;revision;variant;`, a code for each step, `;` and the per cent that each first answer counts. */
  #suspended(): string {
    const { steps } = this.#options.lesson;
    const answers = steps.map((_, at) => this.#answers.get(at));
    const codes = answers.map((answer) => answer?.code ?? '').join(',');
    const shares = answers.map((answer) =>
      answer === undefined ? '' : String(Math.round(100 * answer.share)),
    );
    return `${LAYOUT};${this.#revision()};${String(this.#variant ?? '')};${codes};${shares.join(',')}`.slice(
      0,
      LONGEST_SUSPENDED,
    );
  }

  /** Answers to another revision of the text do not count. */
  #read(suspended: string): void {
    const [layout, revision, , codes, shares = ''] = suspended.split(';');
    const { score, steps } = this.#options.lesson;
    if (!LAYOUTS.includes(layout ?? '') || revision !== this.#revision() || codes === undefined) return;
    for (const [at, code] of codes.split(',').entries()) {
      if (at >= steps.length || code === '') continue;
      const isCounted = layout === LAYOUT || isMeasured(score, steps[at]?.predict?.kind);
      const share = isCounted ? Number(shares.split(',')[at] ?? 0) / 100 || 0 : 1;
      this.#answers.set(at, { code, share });
    }
  }

  #get(element: string): string {
    if (!this.#isOpen) return '';
    try {
      const value = this.#api.LMSGetValue(element);
      return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    } catch {
      return '';
    }
  }

  #set(element: string, value: string): void {
    this.#tell(() => this.#api.LMSSetValue(element, value), element);
  }

  #commit(): void {
    this.#tell(() => this.#api.LMSCommit(''));
  }

  /** Shows the first refusal, with the system's own words. */
  #tell(call: () => unknown, element = ''): boolean {
    let answer: unknown;
    let reason = '';
    try {
      answer = call();
      if (String(answer) === 'true') return true;
      const code = String(this.#api.LMSGetLastError());
      reason = `${code} ${String(this.#api.LMSGetErrorString(code))}`.trim();
    } catch (thrown) {
      reason = thrown instanceof Error ? thrown.message : String(thrown);
    }
    if (!this.#isTroubled) {
      this.#isTroubled = true;
      const what = element === '' ? '' : ` (${element})`;
      this.#options.onTrouble(`The course system did not record this${what}: ${reason}`);
    }
    return false;
  }
}

const TYPES = { curve: 'fill-in', choice: 'choice', number: 'numeric', script: 'fill-in' } as const;

const shareOf = ({ form, gap, verdict }: LessonReport, counts: Counts): number => {
  // Of a script as it was given the whole is missing, whatever holds.
  if (form === 'script' && counts === 'handed-in') return Number(verdict !== 'skipped' && gap !== 1);
  if (form === 'script') return 1 - (gap ?? 1);
  return Number(counts === 'right' ? verdict === 'right' : verdict !== 'skipped');
};

/** Letters, digits and _. */
export function identifier(text: string): string {
  return text.replace(/\W/g, '_').slice(0, LONGEST_TEXT);
}

function responseOf({ form, answer, code }: LessonReport): string {
  if (form === 'curve' || answer === null) return code.slice(0, LONGEST_TEXT);
  if (form === 'script') {
    const text = String(answer);
    return text.length <= LONGEST_TEXT ? text : code;
  }
  if (form === 'choice') return 'abcdefghijklmnopqrstuvwxyz'.charAt(Number(answer));
  return decimal(Number(answer));
}

/** A skipped question and a drawing are neither right nor wrong. */
function resultOf({ form, verdict, answer }: LessonReport): string {
  if (form === 'curve' || answer === null) return 'neutral';
  return verdict === 'right' ? 'correct' : 'wrong';
}

/** At most three digits before the point and two after it: a larger number counts thousands, as in 1.25 for 1250. */
export function decimal(value: number): string {
  let scaled = value;
  while (Math.abs(scaled) >= 999.995) scaled /= 1000;
  return String(Math.round(scaled * 100) / 100);
}

/** `HHHH:MM:SS.SS`. */
export function timespan(seconds: number): string {
  const hundredths = Math.min(Math.max(0, Math.round(seconds * 100)), 9999 * 360_000);
  const two = (value: number): string => String(value).padStart(2, '0');
  const [hours, rest] = [Math.floor(hundredths / 360_000), hundredths % 360_000];
  const [minutes, last] = [Math.floor(rest / 6000), rest % 6000];
  return `${String(hours).padStart(4, '0')}:${two(minutes)}:${two(Math.floor(last / 100))}.${two(last % 100)}`;
}
