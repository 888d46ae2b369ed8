import type { Answer } from './answers.ts';

const NAMES = ['kept', 'missed', 'skipped', 'open'] as const;
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** Documents write numbers as screens do, and name a part of a week, and a streak of the past, by words of their own. */
export const withOneRule = (answer: Answer): Answer =>
  answer.status === 200 && /reports\/(html|pdf)\?type=(daily|weekly|overall)/.test(answer.path)
    ? { ...answer, body: typeof answer.body === 'string' ? ofHtml(answer, answer.body) : ofPdf(answer, answer.body) }
    : answer;

const isPast = ({ path }: Answer): boolean => path.includes('offset=-');

function ofHtml(answer: Answer, html: string): string {
  const rows = [...html.matchAll(/<th scope="row" class="nw">(\w{3} \d+ \w{3})<\/th>((?:<td[^>]*>[^<]*<\/td>)+)/g)].map(
    ([, day = '', cells = '']) => ({ day, numbers: [...cells.matchAll(/>(\d+)</g)].map(([, one]) => Number(one)) }),
  );
  const facts = factsOf(html);
  const told = upTo(rows, facts);
  return weeksNamed(html, facts)
    .replace(/<span>0<\/span> <small>of 0<\/small><\/dd><dd class="n">none open/, '<span>–</span></dd><dd class="n">nothing was planned')
    .replace('>nothing decided<', '>nothing decided yet<')
    .replace(/<span>(\d+):(\d\d)<\/span> <small>h /, (_, hours, minutes) => `<span>${hours}</span> <small>${rest(minutes)}`)
    .replace(/(Week so far)([\s\S]*?<\/table><\/div>)(<p class="cap">)?/, (_, _name, table, caption) =>
      caption ? `Whole week${table}${caption}${told} ` : `Whole week${table}<p class="cap">${told}</p>`,
    )
    .replace('<dt>Streak</dt><dd', isPast(answer) ? '<dt>Streak at the end</dt><dd' : '$&');
}

function ofPdf(answer: Answer, pages: readonly string[]): readonly string[] {
  const facts = factsOf(pages.join('\n'));
  return pages.map((page) => {
    const rows = [...page.matchAll(/\n(\w{3} \d+ \w{3}) ((?:\d+ ){6})/g)].map(([, day = '', cells = '']) => ({
      day,
      numbers: cells.trim().split(' ').map(Number),
    }));
    return weeksNamed(page, facts)
      .replace(/\n0 of 0\nnone open/, '\n–\nnothing was planned')
      .replace('\nnothing decided\n', '\nnothing decided yet\n')
      .replace(/\n(\d+):(\d\d) h /, (_, hours, minutes) => `\n${hours} ${rest(minutes)}`)
      .replace(
        /\nWeek so far (.*)\n(Besides)?/,
        (_, sum, besides) => `\nWhole week ${sum}\n${upTo(rows, facts)}${besides ? ' Besides' : '\n'}`,
      )
      .replace(/\nStreak\n(\d+ days?)/, isPast(answer) ? '\nStreak at the end\n$1' : '$&');
  });
}

const rest = (minutes: string): string => (minutes === '00' ? 'h ' : `h ${Number(minutes)} min `);

/** The rows of days up to the one on which the document was made. */
function upTo(rows: readonly { readonly day: string; readonly numbers: readonly number[] }[], { made }: Facts): string {
  const last = rows.findIndex(({ day }) => day === made?.slice(1, 4).join(' '));
  const sums = [0, 1, 2, 3, 4].map((index) => rows.slice(0, last + 1).reduce((sum, { numbers }) => sum + (numbers[index] ?? 0), 0));
  const parts = NAMES.map((name, index) => [name, sums[index + 1] ?? 0] as const).filter(([, sum]) => sum > 0);
  if (parts.length === 0) return 'Up to today nothing was planned.';
  return `Up to today ${sums[0]} planned: ${parts.map(([name, sum]) => `${sum} ${name}`).join(', ')}.`;
}

interface Facts {
  /** Weekday, day and month of the present day: 'Thu', '19', 'Nov'. */
  readonly made: readonly string[] | null;
  /** The first date of the report, as an instant. Documents were made in November 2026. */
  readonly since: number;
}

function factsOf(text: string): Facts {
  const made = /(?:<span>Made<\/span><b>|\nMade\n)(\w{3})\w+ (\d+) (\w{3})/.exec(text);
  const begin = /(\d+)(?: (\w{3})\w*)?(?: (2025))? to \d+ (\w{3})\w* 2026,/.exec(text);
  return { made, since: begin ? Date.UTC(Number(begin[3] ?? 2026), MONTHS.indexOf(begin[2] ?? begin[4] ?? ''), Number(begin[1])) : 0 };
}

/** The first and the last week have the dates that are counted. */
function weeksNamed(text: string, { made, since }: Facts): string {
  const today = Date.UTC(2026, 10, Number(made?.[2]));
  const day = (at: number) => new Date(at);
  const named = (at: number) => `${day(at).getUTCDate()} ${MONTHS[day(at).getUTCMonth()]}${at < Date.UTC(2026, 0) ? ' 2025' : ''}`;
  return text.replace(/Week of (\d+) (\w{3})( 2025)?/g, (whole, number, month, year) => {
    const monday = Date.UTC(year ? 2025 : 2026, MONTHS.indexOf(month), Number(number));
    const sunday = monday + 6 * 86_400_000;
    if (monday >= since && sunday <= today) return whole;
    const start = Math.max(monday, since);
    if (sunday > today) return `${named(start)} to today`;
    return start === sunday ? named(sunday) : `${day(start).getUTCDate()} to ${named(sunday)}`;
  });
}
