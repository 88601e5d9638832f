/** Times before a line: seconds, a calendar's time, or the stamp of the tool `ts`. */

interface Stamp {
  timeS: number;
  rest: string;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const CLOCK = String.raw`(\d{1,2}):(\d{2}):(\d{2}(?:[.,]\d+)?)`;
const SECONDS = /^\s*(?:#\s*)?\[?(\d+(?:\.\d+)?)\]?(?=\s|$)/;
const ISO = new RegExp(
  String.raw`^\s*(?:#\s*)?\[?(\d{4})-(\d{2})-(\d{2})[T ]${CLOCK}\s?(Z|UTC|[+-]\d{2}:?\d{2})?\]?(?=\s|$)`,
);
/** `Mar 05 10:11:12` of `ts`, and `Tue Mar  5 10:11:12 PM UTC 2024` of `date`. */
const MONTH = new RegExp(
  String.raw`^\s*(?:#\s*)?(?:[A-Z][a-z]{2} )?([A-Z][a-z]{2})\s+(\d{1,2}) ${CLOCK}(?: (?:([AP]M) )?[A-Z]{2,5} (\d{4}))?(?=\s|$)`,
);
/** `Tue 05 Mar 2024 10:11:12 PM UTC` and `Tue  5 Mar 10:11:12 CET 2024` of `date` elsewhere. */
const DAY = new RegExp(
  String.raw`^\s*(?:#\s*)?[A-Z][a-z]{2}\s+(\d{1,2}) ([A-Z][a-z]{2})(?: (\d{4}))? ${CLOCK}(?: ([AP]M))?(?: [A-Z]{2,5})?(?: (\d{4}))?(?=\s|$)`,
);
/** `Tue, 05 Mar 2024 10:11:12 +0000` of `date -R`. */
const MAIL = /^\s*(?:#\s*)?[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} [+-]\d{4}(?=\s|$)/;
const DAYTIME = new RegExp(String.raw`^\s*(?:#\s*)?${CLOCK}(?=\s|$)`);

const seconds = (text: string | undefined): number => Number((text ?? '').replace(',', '.'));

/** The time of a clock; the zone only shifts it. NaN for a clock that does not exist. */
function daytime(
  hours: string | undefined,
  minutes: string | undefined,
  secs: string | undefined,
  half?: string,
): number {
  const [h, m, s] = [Number(hours), Number(minutes), seconds(secs)];
  const isClock = (half === undefined ? h < 24 : h >= 1 && h <= 12) && m < 60 && s < 61;
  // 12 AM is midnight, and 12 PM is noon.
  const hour = half === undefined ? h : (h % 12) + (half === 'PM' ? 12 : 0);
  return isClock ? hour * 3600 + m * 60 + s : NaN;
}

/** From this value on a number is no run time in seconds, but a calendar's time. */
const MIN_EPOCH = 1e8;
/** Seconds since 1970, in the years from 1998 to 2128. */
const EPOCH_S: readonly [number, number] = [9e8, 5e9];

/**
 * A time without a unit, in seconds. `date +%s%3N` and `date +%s%N` tell a calendar's time in ms and
 * ns. NaN for a number that is a plain time in no unit.
 */
export function secondsOf(time: number): number {
  if (time < MIN_EPOCH) return time;
  const [least, most] = EPOCH_S;
  return [1, 1e-3, 1e-6, 1e-9].map((unit) => time * unit).find((s) => s >= least && s <= most) ?? NaN;
}

function zoneS(zone: string | undefined): number {
  const parts = /^([+-])(\d{2}):?(\d{2})$/.exec(zone ?? '');
  if (parts === null) return 0;
  return (parts[1] === '-' ? -1 : 1) * (Number(parts[2]) * 3600 + Number(parts[3]) * 60);
}

/** The time at the begin of a line, and what follows it; null without a time. */
export function stampOf(line: string): Stamp | null {
  const iso = ISO.exec(line);
  if (iso !== null) {
    const day = Date.UTC(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3])) / 1000;
    return { timeS: day + daytime(iso[4], iso[5], iso[6]) - zoneS(iso[7]), rest: line.slice(iso[0].length) };
  }
  const mail = MAIL.exec(line);
  if (mail !== null)
    return { timeS: Date.parse(mail[0].replace('#', '')) / 1000, rest: line.slice(mail[0].length) };
  const month = MONTH.exec(line);
  const index = MONTHS.indexOf((month?.[1] ?? '').toLowerCase());
  if (month !== null && index >= 0) {
    const day = Date.UTC(Number(month[7] ?? 2000), index, Number(month[2])) / 1000;
    return {
      timeS: day + daytime(month[3], month[4], month[5], month[6]),
      rest: line.slice(month[0].length),
    };
  }
  const date = DAY.exec(line);
  const place = MONTHS.indexOf((date?.[2] ?? '').toLowerCase());
  if (date !== null && place >= 0) {
    const day = Date.UTC(Number(date[3] ?? date[8] ?? 2000), place, Number(date[1])) / 1000;
    return { timeS: day + daytime(date[4], date[5], date[6], date[7]), rest: line.slice(date[0].length) };
  }
  const clock = DAYTIME.exec(line);
  if (clock !== null)
    return { timeS: daytime(clock[1], clock[2], clock[3]), rest: line.slice(clock[0].length) };
  const plain = SECONDS.exec(line);
  return plain === null ? null : { timeS: secondsOf(Number(plain[1])), rest: line.slice(plain[0].length) };
}
