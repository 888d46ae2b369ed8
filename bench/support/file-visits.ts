import { setTimeout as pause } from 'node:timers/promises';
import { formBytes } from '../../tests/support/forms.ts';
import type { Person } from './person.ts';

const BOUNDARY = 'between';
const FORM = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
/** Between two requests. */
const EVERY_MS = 100;

/** Milliseconds of what a person does with files. */
export interface FileVisits {
  readonly uploads: readonly number[];
  readonly previews: readonly number[];
}

/** Uploads a file. Gives its id, and how long that took. */
export async function uploadOf(person: Person, filename: string, content: string | Buffer) {
  const body = formBytes([{ name: 'file', filename, content }], BOUNDARY);
  const { status, text, ms } = await person.ask('POST', '/api/files', body, FORM);
  if (status !== 201) throw new Error(`The upload gave ${status}: ${text}`);
  return { id: (JSON.parse(text) as { id: string }).id, ms };
}

async function previewMs(person: Person, picture: string): Promise<number> {
  const { status, ms } = await person.ask('GET', `/api/files/${picture}/preview?size=320`);
  if (status !== 200) throw new Error(`The preview gave ${status}.`);
  return ms;
}

/**
 * A person uploads a note, looks at the preview of a picture, uploads a small archive and looks at the picture again, and so on. As in
 * `visit`, the requests are sent at fixed instants.
 */
export async function visitFiles(person: Person, picture: string, archive: Buffer, forMs: number): Promise<FileVisits> {
  const [uploads, previews]: [Promise<number>[], Promise<number>[]] = [[], []];
  const end = performance.now() + forMs;
  for (let turn = 0; performance.now() < end; turn += 1) {
    if (turn % 2 === 1) previews.push(previewMs(person, picture));
    else {
      const sent = turn % 4 === 0 ? uploadOf(person, 'note.txt', `Note ${turn} of ${end}`) : uploadOf(person, 'report.zip', archive);
      uploads.push(sent.then(({ ms }) => ms));
    }
    await pause(EVERY_MS);
  }
  return { uploads: await Promise.all(uploads), previews: await Promise.all(previews) };
}
