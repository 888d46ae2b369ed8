import type { App } from '../../app/app.ts';
import type { Stored } from '../../ports/documents.ts';
import { fileTexts, presentFile } from '../../presenters/file.ts';
import { allFiles, type FileDoc, filesByIds } from '../../projections/file.ts';
import type { BundleFile, BundlePart } from './part.ts';

/**
 * The longest name, in bytes. On Windows a path may have 260 characters, including the folder into which the export is
 * unpacked.
 */
const MOST_BYTES = 140;
/** Characters that a name cannot have on Windows, or anywhere. */
const FORBIDDEN = /[<>:"/\\|?*\p{Cc}]/gu;
/** Windows drops these characters at the end of a name, and then does not find the file. */
const END = /[. ]+$/;
/** Names of devices on Windows, even with more text after their first dot. The last three characters count as digits. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|clock\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])(?=\s*(?:\.|$))/i;
const ENDING = /\.[A-Za-z0-9]{1,10}$/;

/** The name of a file in a form that every system accepts. A long name is shortened before its ending. */
export function nameInFolder(name: string): string {
  const safe = name.replaceAll(FORBIDDEN, '_').replace(END, '_').replace(DEVICE, '$&_');
  const [ending = ''] = ENDING.exec(safe) ?? [];
  const stem = cutAt(safe.slice(0, safe.length - ending.length), MOST_BYTES - ending.length);
  return ending === '' ? stem.replace(END, '_') || '_' : stem + ending;
}

/** The longest beginning that fits into this many bytes. */
function cutAt(text: string, bytes: number): string {
  const characters = [...text];
  let [kept, size] = [0, 0];
  for (const character of characters) {
    size += Buffer.byteLength(character);
    if (size > bytes) break;
    kept += 1;
  }
  return characters.slice(0, kept).join('');
}

/** Kinds of files that become smaller by compression. */
const LOOSE: ReadonlySet<string> = new Set(['text/plain', 'application/pdf']);
const pathOf = ({ opener }: Pick<App, 'opener'>, { id, doc }: Stored<FileDoc>): string =>
  `files/${id}/${nameInFolder(fileTexts(opener, doc).name)}`;

/** The bytes of a file. If it was removed after the bundle was begun, there are none. */
async function* contentOf({ files }: Pick<App, 'files'>, { doc }: Stored<FileDoc>): AsyncGenerator<Uint8Array> {
  const file = await files.read(doc.owner, doc.content);
  if (file === null) return;
  try {
    yield* file.content;
  } finally {
    await file.close();
  }
}

const PAGE = 500;

/** All present files, as the text of a JSON array. */
async function* list({ views, opener }: Pick<App, 'views' | 'opener'>, files: readonly Stored<FileDoc>[]): AsyncGenerator<string> {
  let start = '[\n';
  for (let at = 0; at < files.length; at += PAGE) {
    const page = files.slice(at, at + PAGE);
    const still = await filesByIds(
      views,
      page.map(({ id }) => id),
    );
    for (const { id } of page) {
      const found = still.get(id);
      if (!found) continue;
      yield `${start}  ${JSON.stringify({ ...presentFile(opener, found), path: pathOf({ opener }, found) })}`;
      start = ',\n';
    }
  }
  yield start === '[\n' ? '[]\n' : '\n]\n';
}

export const filesPart: BundlePart = {
  path: 'files/',
  about: ['The files that you uploaded, as they came, each in a folder of its own; files.json lists them.'],
  async files({ app, owner }) {
    const files = (await Array.fromAsync(allFiles(app.views, owner))).flat();
    const contents = files.map(
      (file): BundleFile => ({ path: pathOf(app, file), pieces: () => contentOf(app, file), packed: !LOOSE.has(file.doc.type) }),
    );
    return [...contents, { path: 'files.json', pieces: () => list(app, files) }];
  },
};
