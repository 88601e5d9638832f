import { strFromU8, unzipSync } from 'fflate';
import { Scorm12API } from 'scorm-again';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { LessonReport } from '@ackscope/embed/protocol';
import type { Lesson } from '@ackscope/model/lesson';
import { LessonRecord } from '../src/classroom/record.ts';
import { findApi } from '../src/classroom/scorm/api.ts';
import type { ScormApi } from '../src/classroom/scorm/api.ts';
import type { Counts } from '../src/course/packageMark.ts';
import { scormPackage } from '../src/classroom/scorm/package.ts';
import { decimal, identifier, ScormSession, timespan } from '../src/classroom/scorm/session.ts';

const LESSON = {
  id: 'big-pipes-small-buffers',
  revision: '0a1b2c3d',
  score: 'answered' as const,
  steps: [{}, {}, {}],
};

const report = (step: number, more: Partial<LessonReport> = {}): LessonReport => ({
  type: 'lesson',
  lesson: LESSON.id,
  revision: LESSON.revision,
  step,
  steps: 3,
  form: 'choice',
  answer: 1,
  right: 1,
  verdict: 'right',
  gap: null,
  tries: 1,
  seconds: 12.3,
  variant: null,
  code: '12J0-0G06-0000-000M',
  traceHash: '0',
  engine: '0.2.0',
  score: 33,
  done: false,
  ...more,
});

/** The patterns by which Moodle's SCORM 1.2 data model refuses a value. */
const TEXT = /^[\u0000-\uFFFF]{0,255}$/;
const TIMESPAN = /^([0-9]{2,4}):([0-9]{2}):([0-9]{2})(\.[0-9]{1,2})?$/;
const DECIMAL = /^-?([0-9]{0,3})(\.[0-9]{1,2})?$/;
const PATTERNS: readonly (readonly [RegExp, RegExp])[] = [
  [/^cmi\.core\.lesson_location$/, TEXT],
  [/^cmi\.core\.lesson_status$/, /^(passed|completed|failed|incomplete|browsed)$/],
  [/^cmi\.core\.exit$/, /^(time-out|suspend|logout|)$/],
  [/^cmi\.core\.session_time$/, TIMESPAN],
  [/^cmi\.core\.score\.(raw|min|max)$/, /^(100|[0-9]{1,2})$/],
  [/^cmi\.suspend_data$/, /^[^\r\n]{0,4096}$/],
  [/^cmi\.interactions\.\d+\.id$/, /^\w{1,255}$/],
  [
    /^cmi\.interactions\.\d+\.type$/,
    /^(true-false|choice|fill-in|matching|performance|sequencing|likert|numeric)$/,
  ],
  [/^cmi\.interactions\.\d+\.student_response$/, TEXT],
  [/^cmi\.interactions\.\d+\.result$/, /^(correct|wrong|unanticipated|neutral)$/],
  [/^cmi\.interactions\.\d+\.latency$/, TIMESPAN],
];

/** A course system that refuses what no pattern allows, and interactions out of order. */
class StrictCourse implements ScormApi {
  readonly values: Record<string, string>;
  readonly calls: string[] = [];
  refused: string[] = [];

  constructor(values: Record<string, string> = {}) {
    this.values = { 'cmi.core.lesson_mode': 'normal', 'cmi.core.student_id': 's1', ...values };
  }
  LMSInitialize(): string {
    this.calls.push('begin');
    return 'true';
  }
  LMSFinish(): string {
    this.calls.push('end');
    return 'true';
  }
  LMSCommit(): string {
    return 'true';
  }
  LMSGetValue(element: string): string {
    if (element === 'cmi.interactions._count') return String(this.#interactions());
    return this.values[element] ?? '';
  }
  LMSSetValue(element: string, value: string): string {
    const pattern = PATTERNS.find(([name]) => name.test(element))?.[1];
    const at = /^cmi\.interactions\.(\d+)\./.exec(element)?.[1];
    const isInOrder = at === undefined || Number(at) <= this.#interactions();
    if (pattern?.test(value) !== true || !isInOrder) {
      this.refused.push(`${element}=${value}`);
      return 'false';
    }
    this.values[element] = value;
    return 'true';
  }
  LMSGetLastError(): string {
    return '405';
  }
  LMSGetErrorString(): string {
    return 'Incorrect Data Type';
  }
  #interactions(): number {
    const ids = Object.keys(this.values).flatMap((key) => /^cmi\.interactions\.(\d+)\./.exec(key)?.[1] ?? []);
    return new Set(ids).size;
  }
}

let nowMs = 0;
const trouble = vi.fn();
const open = (api: ScormApi): ScormSession =>
  new ScormSession(api, { lesson: LESSON, counts: 'answered', now: () => nowMs, onTrouble: trouble });

beforeEach(() => {
  nowMs = 5000;
  trouble.mockClear();
});

describe('a visit in a course system', () => {
  it('records every answer in values that the strictest system takes', () => {
    const course = new StrictCourse();
    const session = open(course);
    session.tell(report(1));
    session.tell(report(2, { form: 'curve', answer: Array<number>(12).fill(5), verdict: 'near', score: 67 }));
    session.tell(report(3, { form: 'number', answer: 1_234_567, verdict: 'far', score: 100, done: true }));
    nowMs += 3_723_450;
    session.finish();
    session.finish();
    expect(course.refused).toEqual([]);
    expect(trouble).not.toHaveBeenCalled();
    expect(course.calls).toEqual(['begin', 'end']);
    expect(course.values).toMatchObject({
      'cmi.core.score.raw': '100',
      'cmi.core.lesson_status': 'completed',
      'cmi.core.lesson_location': '3',
      'cmi.core.session_time': '0001:02:03.45',
      'cmi.core.exit': '',
      'cmi.interactions.0.id': 'big_pipes_small_buffers_1',
      'cmi.interactions.0.student_response': 'b',
      'cmi.interactions.0.result': 'correct',
      'cmi.interactions.0.latency': '0000:00:12.30',
      'cmi.interactions.1.type': 'fill-in',
      'cmi.interactions.1.student_response': '12J0-0G06-0000-000M',
      'cmi.interactions.1.result': 'neutral',
      'cmi.interactions.2.student_response': '1.23',
      'cmi.suspend_data': '2;0a1b2c3d;;12J00G060000000M,12J00G060000000M,12J00G060000000M;100,100,100',
    });
  });

  it('goes on where the last visit ended, and not with another revision of the text', () => {
    const course = new StrictCourse();
    const first = open(course);
    first.tell(report(2));
    first.finish();
    expect(course.values['cmi.core.exit']).toBe('suspend');
    course.values['cmi.core.entry'] = 'resume';
    const remembered = (session: ScormSession): number[] => {
      const steps: number[] = [];
      session.begin({ remember: (at: number) => steps.push(at) } as never);
      return steps;
    };
    const second = open(course);
    expect([second.location, remembered(second)]).toEqual(['2', [1]]);
    second.tell(report(3));
    expect(course.values['cmi.interactions.1.id']).toBe('big_pipes_small_buffers_3');
    course.values['cmi.suspend_data'] = '1;ffffffff;;A,B,C';
    expect(remembered(open(course))).toEqual([]);
  });

  it('keeps which first answers are right, if they count: the score of the next visit goes on', () => {
    const asks = { predict: { kind: 'pick' } };
    const lesson = { ...LESSON, score: 'right' as const, steps: [asks, asks, asks] };
    const course = new StrictCourse();
    const visit = (): ScormSession =>
      new ScormSession(course, { lesson, counts: 'right', now: () => nowMs, onTrouble: trouble });
    const first = visit();
    first.tell(report(1));
    first.tell(report(2, { verdict: 'far', code: '' }));
    // A second try does not count.
    first.tell(report(2, { verdict: 'right', code: '' }));
    first.finish();
    expect(course.values['cmi.suspend_data']).toBe('2;0a1b2c3d.right;;12J00G060000000M,0,;100,0,');
    const record = new LessonRecord(lesson as unknown as Lesson, '0.2.0');
    const second = visit();
    second.begin(record);
    expect([record.score(), record.isDone()]).toEqual([33, false]);
    second.tell(report(3));
    expect(course.values['cmi.suspend_data']).toBe(
      '2;0a1b2c3d.right;;12J00G060000000M,0,12J00G060000000M;100,0,100',
    );
    const third = new LessonRecord(lesson as unknown as Lesson, '0.2.0');
    visit().begin(third);
    expect([third.score(), third.isDone()]).toEqual([67, true]);
    expect([course.refused, trouble.mock.calls]).toEqual([[], []]);
  });

  it('keeps that a question was skipped: it counts nothing, on this visit and on the next', () => {
    const asks = { predict: { kind: 'pick' } };
    const lesson = { ...LESSON, steps: [asks, asks, asks] };
    const course = new StrictCourse();
    const visit = (): ScormSession =>
      new ScormSession(course, { lesson, counts: 'answered', now: () => nowMs, onTrouble: trouble });
    const scored = (): number => {
      const record = new LessonRecord(lesson as unknown as Lesson, '0.2.0');
      visit().begin(record);
      return record.score();
    };
    const first = visit();
    first.tell(report(1, { verdict: 'far' }));
    first.tell(report(2, { answer: null, verdict: 'skipped' }));
    expect(course.values['cmi.suspend_data']).toMatch(/;100,0,$/);
    expect(scored()).toBe(33);
    // What an older version of the page has left counts as it did there.
    course.values['cmi.suspend_data'] = '1;0a1b2c3d;;A,0,';
    expect(scored()).toBe(67);
  });

  it('marks an exercise as passed or failed, with the text if it fits', () => {
    const lesson = { ...LESSON, steps: [{ predict: { kind: 'write' } }] };
    const hand = (answer: string, gap: number) => {
      const course = new StrictCourse();
      const session = new ScormSession(course, {
        lesson,
        counts: 'answered',
        now: () => nowMs,
        onTrouble: trouble,
      });
      const verdict = gap === 0 ? 'right' : 'near';
      const score = Math.round(100 * (1 - gap));
      session.tell(report(1, { form: 'script', answer, gap, verdict, score, done: true }));
      session.finish();
      expect(course.refused).toEqual([]);
      return course.values;
    };
    expect(hand('on loss { cwnd = 1 }', 0)).toMatchObject({
      'cmi.core.lesson_status': 'passed',
      'cmi.core.score.raw': '100',
      'cmi.interactions.0.type': 'fill-in',
      'cmi.interactions.0.student_response': 'on loss { cwnd = 1 }',
      'cmi.interactions.0.result': 'correct',
      'cmi.suspend_data': '2;0a1b2c3d;;12J00G060000000M;100',
    });
    expect(trouble).not.toHaveBeenCalled();
    expect(hand('x'.repeat(256), 1 / 3)).toMatchObject({
      'cmi.core.lesson_status': 'failed',
      'cmi.interactions.0.student_response': '12J0-0G06-0000-000M',
      'cmi.interactions.0.result': 'wrong',
      'cmi.suspend_data': '2;0a1b2c3d;;12J00G060000000M;67',
    });
    expect(trouble.mock.calls).toEqual([[expect.stringContaining('it gets the code of the result')]]);
    // The next visit of a failed exercise is not incomplete again.
    const again = new StrictCourse({ 'cmi.core.lesson_status': 'failed' });
    new ScormSession(again, { lesson, counts: 'answered', now: () => nowMs, onTrouble: trouble });
    expect(again.values['cmi.core.lesson_status']).toBe('failed');
  });

  it('of a hand-in has no score: it is complete when every question has an answer', () => {
    const lesson = { ...LESSON, steps: [{ predict: { kind: 'pick' } }, { predict: { kind: 'write' } }] };
    const asGiven = { form: 'script', answer: 'on loss { }', gap: 1, verdict: 'far' } as const;
    const hand = (...reports: LessonReport[]): StrictCourse => {
      const course = new StrictCourse();
      const session = new ScormSession(course, {
        lesson,
        counts: 'handed-in',
        now: () => nowMs,
        onTrouble: trouble,
      });
      for (const one of reports) session.tell(one);
      expect(course.refused).toEqual([]);
      expect(Object.keys(course.values).filter((key) => key.includes('score'))).toEqual([]);
      return course;
    };
    const status = 'cmi.core.lesson_status';
    const wrong = report(1, { verdict: 'far' });
    const half = report(2, { ...asGiven, answer: 'on loss { cwnd = 1 }', gap: 0.5, score: 75, done: true });
    expect(hand(wrong, half).values[status]).toBe('completed');
    // Who knows nothing has handed in nothing, and nor has who leaves the script as it was.
    const skipped = report(1, { answer: null, verdict: 'skipped' });
    expect(hand(skipped, { ...half, done: true }).values[status]).toBe('incomplete');
    expect(hand(wrong, report(2, { ...asGiven, done: true })).values[status]).toBe('incomplete');
    expect(hand(half).values[status]).toBe('incomplete');
    // A package that counts something else begins anew.
    const { values } = hand(wrong);
    const other = new ScormSession(new StrictCourse(values), {
      lesson,
      counts: 'right',
      now: () => nowMs,
      onTrouble: trouble,
    });
    const remember = vi.fn();
    other.begin({ remember } as never);
    expect(remember).not.toHaveBeenCalled();
  });

  it('keeps the variant beside the answers', () => {
    const course = new StrictCourse();
    const session = open(course);
    expect(session.studentId).toBe('s1');
    session.tell(report(1, { variant: 7 }));
    expect(course.values['cmi.suspend_data']).toBe('2;0a1b2c3d;7;12J00G060000000M,,;100,,');
    expect(course.refused).toEqual([]);
  });

  it.each(['browse', 'review'])('sets nothing in the mode %s', (mode) => {
    const course = new StrictCourse({ 'cmi.core.lesson_mode': mode });
    const before = { ...course.values };
    const session = open(course);
    session.tell(report(1));
    session.finish();
    expect(course.values).toEqual(before);
    expect([session.isRecorded, course.calls]).toEqual([false, ['begin', 'end']]);
  });

  it('a completed lesson stays completed', () => {
    const course = new StrictCourse({ 'cmi.core.lesson_status': 'completed' });
    open(course).tell(report(1));
    expect(course.values['cmi.core.lesson_status']).toBe('completed');
  });

  it('a system that answers "false" is told once, with its own words', () => {
    const course = new StrictCourse();
    course.LMSSetValue = () => 'false';
    const session = open(course);
    session.tell(report(1));
    session.finish();
    expect(trouble.mock.calls).toEqual([
      ['The course system did not record this (cmi.core.score.min): 405 Incorrect Data Type'],
    ]);
  });

  it('a system that does not begin gets no other call', () => {
    const course = new StrictCourse();
    course.LMSInitialize = () => 'false';
    const set = vi.spyOn(course, 'LMSSetValue');
    const session = open(course);
    session.tell(report(1));
    session.finish();
    expect([session.isRecorded, set.mock.calls.length, course.calls.length]).toEqual([false, 0, 0]);
  });

  it('runs in a runtime that somebody else wrote', () => {
    const api = new Scorm12API({ autocommit: false, logLevel: 5 });
    const session = open(api);
    session.tell(report(1));
    session.tell(report(2, { form: 'curve', answer: Array<number>(12).fill(5), verdict: 'near', score: 67 }));
    session.tell(report(3, { form: 'number', answer: 0.85, verdict: 'far', score: 100, done: true }));
    expect(trouble.mock.calls).toEqual([]);
    expect(api.LMSGetValue('cmi.interactions._count')).toBe('3');
    expect(api.LMSGetValue('cmi.core.lesson_status')).toBe('completed');
    expect(api.LMSGetValue('cmi.core.score.raw')).toBe('100');
    session.finish();
    expect(trouble.mock.calls).toEqual([]);
    expect(api.isTerminated()).toBe(true);
  });
});

describe('the runtime around the page', () => {
  const api = new StrictCourse();
  /** A window of another site: reading anything of it throws. */
  const foreign = (parent: object): object =>
    new Proxy(
      {},
      {
        get: (_, name) => {
          if (name === 'parent') return parent;
          throw new Error('SecurityError');
        },
      },
    );
  const within = (levels: number, top: object): object =>
    levels === 0 ? top : { parent: within(levels - 1, top) };

  it('is found in ten parents, over a page of another site, and in the opener', () => {
    expect(findApi(within(10, { API: api }))).toBe(api);
    expect(findApi(within(11, { API: api }))).toBeNull();
    expect(findApi({ parent: foreign({ API: api }) })).toBe(api);
    expect(findApi({ opener: within(2, { API: api }) })).toBe(api);
  });

  it('is none without one, also at the top, which is its own parent', () => {
    const top: { parent?: object; opener: null } = { opener: null };
    top.parent = top;
    expect(findApi(top)).toBeNull();
    expect(findApi({ parent: foreign(top), API: {} })).toBeNull();
  });
});

describe('a package', () => {
  const page = '<head><meta name="ackscope-start" content=""><title>A</title></head>';
  const lesson = { id: 'sawtooth', title: 'Slow start & <the> sawtooth', steps: [{ predict: null }] };

  it('has a manifest and the page that opens with its lesson, in the same bytes each time', () => {
    const packed = scormPackage(page, lesson, 'right');
    expect(packed).toEqual(scormPackage(page, lesson, 'right'));
    const files = unzipSync(packed);
    expect(Object.keys(files)).toEqual(['imsmanifest.xml', 'index.html']);
    const text = (name: string): string => strFromU8(files[name] ?? new Uint8Array());
    expect(text('index.html')).toContain('name="ackscope-start" content="#lesson/sawtooth"');
    expect(text('index.html')).toContain('name="ackscope-scorm" content="sawtooth" data-counts="right"');
    const manifest = new DOMParser().parseFromString(text('imsmanifest.xml'), 'application/xml');
    expect(manifest.querySelector('parsererror')).toBeNull();
    expect(manifest.querySelector('item > title')?.textContent).toBe(lesson.title);
    const resource = manifest.querySelector('resource');
    expect(manifest.querySelector('item')?.getAttribute('identifierref')).toBe(
      resource?.getAttribute('identifier'),
    );
    expect(resource?.getAttribute('adlcp:scormtype')).toBe('sco');
    expect(resource?.getAttribute('href')).toBe('index.html');
  });

  it('has the score that passes, if a script is to be written', () => {
    const mastery = (kind: string, counts: Counts = 'answered') => {
      const files = unzipSync(scormPackage(page, { ...lesson, steps: [{ predict: { kind } }] }, counts));
      const manifest = new DOMParser().parseFromString(
        strFromU8(files['imsmanifest.xml'] ?? new Uint8Array()),
        'application/xml',
      );
      expect(manifest.querySelector('parsererror')).toBeNull();
      return manifest.getElementsByTagName('adlcp:masteryscore')[0]?.textContent;
    };
    expect([mastery('write'), mastery('draw')]).toEqual(['100', undefined]);
    // What a teacher grades, no page passes.
    expect(mastery('write', 'handed-in')).toBeUndefined();
  });

  it('refuses a page that is not this site’s', () => {
    expect(() => scormPackage('<html></html>', lesson, 'answered')).toThrow('single-file page');
  });
});

it('numbers and names have the forms of the data model', () => {
  expect([0, 0.854, 999.99, 1000, -2500, 1e9].map(decimal)).toEqual([
    '0',
    '0.85',
    '999.99',
    '1',
    '-2.5',
    '1',
  ]);
  for (const value of [0, 0.854, 999.99, 1000, -2500, 1e9, 999.996]) expect(decimal(value)).toMatch(DECIMAL);
  expect([0, 59.999, 3600, 1e9].map(timespan)).toEqual([
    '0000:00:00.00',
    '0000:01:00.00',
    '0001:00:00.00',
    '9999:00:00.00',
  ]);
  expect(identifier('five-recoveries_2')).toBe('five_recoveries_2');
});
