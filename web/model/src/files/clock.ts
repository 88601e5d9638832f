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
/** `Mar 05 10:11:12` of `ts`, and `Tue Mar  5 10:11:12 UTC 2024` of `date`. */
const MONTH = new RegExp(
  String.raw`^\s*(?:#\s*)?(?:[A-Z][a-z]{2} )?([A-Z][a-z]{2})\s+(\d{1,2}) ${CLOCK}(?: (?:[AP]M )?[A-Z]{2,5} (\d{4}))?(?=\s|$)`,
);
/** `Tue, 05 Mar 2024 10:11:12 +0000` of `date -R`. */
const MAIL = /^\s*(?:#\s*)?[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} [+-]\d{4}(?=\s|$)/;
const DAYTIME = new RegExp(String.raw`^\s*(?:#\s*)?${CLOCK}(?=\s|$)`);

const seconds = (text: string | undefined): number => Number((text ?? '').replace(',', '.'));

/** The time of a clock; the zone only shifts it. NaN for a clock that does not exist. */
function daytime(hours: string | undefined, minutes: string | undefined, secs: string | undefined): number {
  const [h, m, s] = [Number(hours), Number(minutes), seconds(secs)];
  return h < 24 && m < 60 && s < 61 ? h * 3600 + m * 60 + s : NaN;
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
    const day = Date.UTC(Number(month[6] ?? 2000), index, Number(month[2])) / 1000;
    return { timeS: day + daytime(month[3], month[4], month[5]), rest: line.slice(month[0].length) };
  }
  const clock = DAYTIME.exec(line);
  if (clock !== null)
    return { timeS: daytime(clock[1], clock[2], clock[3]), rest: line.slice(clock[0].length) };
  const plain = SECONDS.exec(line);
  return plain === null ? null : { timeS: Number(plain[1]), rest: line.slice(plain[0].length) };
}
