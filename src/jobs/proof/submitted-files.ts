import type { App } from '../../app/app.ts';
import type { SubmittedFile } from '../../ports/reviewer.ts';
import { fileTexts } from '../../presenters/file.ts';
import { filesByIds } from '../../projections/file.ts';

const TEXT = 'text/plain';
/** As much of a file as a reviewer may read at most, in bytes. It cuts what is too long for it by itself, and says so. */
const MOST_BYTES = 128 * 1_024;

/** The files of a proof in their order, with the text of those that are plain text. Those that are gone are left out. */
export async function submittedFiles(app: App, owner: string, ids: readonly string[]): Promise<readonly SubmittedFile[]> {
  if (ids.length === 0) return [];
  const [found] = await Promise.all([filesByIds(app.views, ids), app.opener.ready(owner)]);
  const files = ids.flatMap((id) => found.get(id)?.doc ?? []).filter((doc) => doc.owner === owner);
  return Promise.all(
    files.map(async (doc) => ({
      name: fileTexts(app.opener, doc).name,
      type: doc.type,
      text: doc.type === TEXT ? await textOf(app, owner, doc.content) : null,
    })),
  );
}

/** The beginning of a text. Null: its bytes are gone. */
async function textOf({ files }: App, owner: string, content: string): Promise<string | null> {
  const file = await files.read(owner, content);
  if (file === null) return null;
  try {
    const bytes = Buffer.concat(await Array.fromAsync(file.range(0, MOST_BYTES)));
    return decoded(bytes, bytes.length < file.size);
  } finally {
    await file.close();
  }
}

/** Texts are taken in UTF-8, in UTF-16 with its mark at the beginning, and in Windows-1252. */
function decoded(bytes: Buffer, isCut: boolean): string {
  try {
    // Half a character at the end of what was read is left out.
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes, { stream: isCut });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
