import type { Answer } from './answers.ts';
import { inBody } from './public-names.ts';

/** The owners of this data who have partners. */
const OWNERS = ['Ada Ode (ada@example.org)', 'Robin Q. Sample (demo@vouch.example)'];

export const withAddress = inBody(/^\/partner\//, (body: string | readonly string[]) => {
  const page = [body].flat().join('\n');
  const owner = OWNERS.find((one) => page.includes(nameIn(one)));
  if (owner === undefined) return body;
  const told = (text: string): string =>
    text
      .replace(/(<bdi>For [^<]+)\. (This link ends on)/, `$1, from ${owner}. $2`)
      .replace(`to this address for ${nameIn(owner)} no more`, `to this address for ${owner} no more`)
      .replace(`to this address for ${nameIn(owner)} any more`, `to this address for ${owner} any more`);
  return typeof body === 'string' ? told(body) : body.map(told);
});
const nameIn = (owner: string): string => owner.replace(/ \(.*/, '');

export function withoutPositions(answer: Answer): Answer {
  if (!answer.path.startsWith('/partner/') || typeof answer.body !== 'string') return answer;
  const body = answer.body
    .replaceAll(/<code>[\d,]+ (?=[0-9a-f]{4}…[0-9a-f]{4}<\/code>)/g, '<code>')
    .replace('its place in the record and the two ends', 'the two ends');
  return body === answer.body ? answer : { ...answer, body };
}

/** Kept and missed by week of the year, as the recorded `GET /api/reports/overall` of each owner gives them. */
const DECIDED: Readonly<Record<string, Readonly<Record<number, readonly [kept: number, missed: number]>>>> = {
  'Robin Q. Sample': { 41: [3, 0], 42: [7, 2], 43: [6, 1], 44: [7, 1], 45: [6, 2], 46: [5, 2], 47: [2, 3] },
  'Ada Ode': { 41: [13, 0], 42: [14, 1], 43: [10, 4], 44: [11, 3], 45: [6, 3], 46: [6, 1], 47: [2, 1] },
};

/** Both owners have accounts of more than four weeks. */
export function withTrend(answer: Answer): Answer {
  if (!answer.path.startsWith('/partner/') || typeof answer.body !== 'string') return answer;
  const [, owner = '', week = ''] = /<h1><bdi>(.+), week (\d+)/.exec(answer.body) ?? [];
  const decided = DECIDED[owner];
  if (decided === undefined) return answer;
  const share = (...weeks: readonly number[]): number => {
    const sum = (which: 0 | 1) => weeks.reduce((total, one) => total + (decided[one]?.[which] ?? 0), 0);
    return sum(0) / (sum(0) + sum(1));
  };
  const number = Number(week);
  const points = Math.round(100 * (share(number) - share(number - 4, number - 3, number - 2, number - 1)));
  const trend = `The completion rate is ${Math.abs(points)} points ${points > 0 ? 'above' : 'below'} the four weeks before.`;
  return { ...answer, body: answer.body.replace(/(promises were due: [^<]*)<\/p>/, `$1 ${trend}</p>`) };
}

/** All pages with a progress summary are those of a first partner. */
export function withWords(answer: Answer): Answer {
  if (!answer.path.startsWith('/partner/') || typeof answer.body !== 'string') return answer;
  const [, owner = ''] = /<h1><bdi>(.+), week \d+/.exec(answer.body) ?? [];
  const form = `<form method="post" action="${answer.path}/words">`;
  const forms = [
    `${form}<div class="acts"><button name="kind" value="ask">Ask what happened</button><button name="kind" value="well_done">Well done</button></div></form>`,
    `${form}<label class="la" for="say-t">Or write a line<span class="q">500 characters at most. It goes out by mail and stays in the record.</span></label>`,
    '<textarea id="say-t" name="text" rows="2" maxlength="500" required></textarea>',
    '<div class="acts"><button name="kind" value="note">Send the line</button><button name="kind" value="well_done">Well done, with this line</button></div></form></section>',
  ];
  const section = `<section class="blk say" aria-labelledby="say"><h2 id="say">Say something to <bdi>${owner}</bdi></h2>\n${forms.join('\n')}\n`;
  return { ...answer, body: answer.body.replace(/fingerprint\.<\/p><\/section>\n+/, `$&${section}`) };
}

export function withPdf(answer: Answer): Answer {
  if (!answer.path.startsWith('/partner/') || typeof answer.body !== 'string') return answer;
  const link = `<p class="end"><a href="${answer.path}/summary.pdf">This summary as a PDF</a> · <a href="${answer.path}?download&#x3D;1">Download this page</a></p>\n`;
  return { ...answer, body: answer.body.replace(/<section class="blk say"/, `${link}$&`) };
}

/** What was missed, skipped and moved comes before the numbers, which the folded trail does not repeat. */
export function withMissesFirst(answer: Answer): Answer {
  if (!answer.path.startsWith('/partner/') || typeof answer.body !== 'string') return answer;
  const { body } = answer;
  const told = ['Missed', 'Skipped', 'Postponed'].map((label) => {
    const [, list = ''] = new RegExp(`<summary>${label}<b>[^<]*</b></summary>([\\s\\S]*?)</details>`).exec(body) ?? [];
    const items = counting(list.match(/<li>.*<\/li>/g) ?? []).map((item) => item.replace(/ <code>.*<\/code>/, ''));
    return items.length === 0 ? '' : `<section class="blk"><h2>${label}</h2><ol class="trail">\n${items.join('\n')}\n</ol></section>\n`;
  });
  const folded = body
    .replace(/<h2>(Audit trail of what you see here)<\/h2>/, '<details class="all"><summary><h2>$1</h2></summary>')
    .replace(/<b>[^<]*<\/b><\/summary>/g, '</summary>')
    .replace(/(fingerprint\.<\/p>)(<\/section>)/, '$1</details>$2');
  return { ...answer, body: folded.replace('<dl class="figs">', () => `${told.join('')}<dl class="figs">`) };
}

/** Without an entry that counts no longer, and without the older one that it takes back. */
function counting(items: readonly string[]): readonly string[] {
  const back: (string | undefined)[] = [];
  return items.filter((item) => {
    const [, title] = /<bdi>(.*?)<\/bdi> <span/.exec(item) ?? [];
    const isBack = item.includes(', counts no longer');
    if (isBack) back.push(title);
    else if (back.includes(title)) back.splice(back.indexOf(title), 1);
    else return true;
    return false;
  });
}
