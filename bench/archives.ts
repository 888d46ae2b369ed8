import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { drawn, manyEntries } from '../tests/support/file-samples.ts';
import { formBytes } from '../tests/support/forms.ts';
import { abused } from './support/abused.ts';
import { withFolder } from './support/folder.ts';
import { type Bench, median } from './support/measure.ts';
import { type Person, signUp } from './support/person.ts';
import { startForSignUps, startProduction } from './support/program.ts';

const BOUNDARY = 'between';
const FORM = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
/** Between two requests. */
const EVERY_MS = 100;

const KINDS = ['notes', 'previews', 'archives'] as const;
type Kind = (typeof KINDS)[number];
/** Milliseconds of what a person does with files. */
export type FileVisits = Readonly<Record<Kind, readonly number[]>>;

/** Uploads a file. Gives its id, and how long that took. */
async function uploadOf(person: Person, filename: string, content: string | Buffer) {
  const body = formBytes([{ name: 'file', filename, content }], BOUNDARY);
  const { status, text, ms } = await person.ask('POST', '/api/files', body, FORM);
  if (status !== 201) throw new Error(`The upload gave ${status}: ${text}`);
  return { id: (JSON.parse(text) as { id: string }).id, ms };
}

async function previewOf(person: Person, picture: string): Promise<number> {
  const { status, ms } = await person.ask('GET', `/api/files/${picture}/preview?size=320`);
  if (status !== 200) throw new Error(`The preview gave ${status}.`);
  return ms;
}

/** Uploads a picture. Gives what its owner does with files, in turn: a note, a look at the picture, a small archive, and so on. */
async function withPicture(person: Person, picture: Buffer, archive: Buffer): Promise<(forMs: number) => Promise<FileVisits>> {
  const { id } = await uploadOf(person, 'picture.png', picture);
  const ask: Readonly<Record<Kind, (turn: number) => Promise<number>>> = {
    notes: async (turn) => (await uploadOf(person, 'note.txt', `Note ${turn} of ${performance.now()}`)).ms,
    previews: () => previewOf(person, id),
    archives: async () => (await uploadOf(person, 'report.zip', archive)).ms,
  };
  return (forMs) => visitFiles(ask, forMs);
}

/** As in `visit`, the requests are sent at fixed instants. */
async function visitFiles(ask: Readonly<Record<Kind, (turn: number) => Promise<number>>>, forMs: number): Promise<FileVisits> {
  const asked: Record<Kind, Promise<number>[]> = { notes: [], previews: [], archives: [] };
  const end = performance.now() + forMs;
  for (let turn = 0; performance.now() < end; turn += 1) {
    const kind = KINDS[turn % KINDS.length] as Kind;
    asked[kind].push(ask[kind](turn));
    await pause(EVERY_MS);
  }
  const [notes, previews, archives] = await Promise.all(KINDS.map((kind) => Promise.all(asked[kind])));
  return { notes, previews, archives } as FileVisits;
}

const ABUSER = '203.0.113.1';
const OTHER = '198.51.100.20';
const WARM_UP_MS = 5_000;
const VISIT_MS = 20_000;
/** As an office file has them. */
const ENTRIES = 20;

/**
 * How long somebody's uploads of notes, uploads of small archives, and previews take while another person uploads zip files of 8,000 entries
 * over several connections, against an idle program: the worst of the three ratios of medians.
 */
export const othersUnderArchives: Bench = () =>
  withFolder(async (folder) => {
    const data = join(folder, 'data');
    const first = await startForSignUps(data);
    const [abuser, signedUp] = [await signUp(first.url, 'abuser@example.org'), await signUp(first.url, 'other@example.org')];
    await first.stop();
    for (const person of [abuser, signedUp]) person.leave();
    const program = await startProduction(data);
    const other: Person = signedUp.at(program.url, { address: OTHER });
    try {
      const visit = await withPicture(other, await drawn(1, 1_200, 900), manyEntries(ENTRIES));
      await visit(WARM_UP_MS);
      const idle = await visit(VISIT_MS);
      const abusing = { url: program.url, name: 'archives', address: ABUSER, cookie: abuser.cookie };
      const { found, answers } = await abused(abusing, () => visit(VISIT_MS));
      process.stdout.write(`         the abuser's answers by status: ${answers}\n`);
      const sides = (['notes', 'archives', 'previews'] as const).map((what) => {
        const [ours, baseline] = [median(found[what]), median(idle[what])];
        process.stdout.write(`         ${what}: ${ours.toFixed(1)} ms, idle ${baseline.toFixed(1)} ms\n`);
        return { ratio: ours / baseline, ours, baseline };
      });
      const [worst] = sides.toSorted((a, b) => b.ratio - a.ratio) as [Sides];
      const common = { goal: 3, better: 'lower', unit: 'ms an upload or a preview of others', runs: 1 } as const;
      return [{ name: 'others_median_under_archives', ...worst, ...common }];
    } finally {
      other.leave();
      await program.stop();
    }
  });

interface Sides {
  readonly ratio: number;
  readonly ours: number;
  readonly baseline: number;
}
