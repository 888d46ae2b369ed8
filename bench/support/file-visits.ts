import { setTimeout as pause } from 'node:timers/promises';
import { formBytes } from '../../tests/support/forms.ts';
import type { Person } from './person.ts';

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
export async function withPicture(person: Person, picture: Buffer, archive: Buffer): Promise<(forMs: number) => Promise<FileVisits>> {
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
