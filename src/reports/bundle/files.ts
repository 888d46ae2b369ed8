import type { App } from '../../app/app.ts';
import { fileTexts, presentFile } from '../../presenters/file.ts';
import type { Stored } from '../../projections/engine/documents.ts';
import { allFiles, type FileDoc, filesByIds } from '../../projections/file/files.ts';
import type { BundleFile, BundlePart } from './part.ts';

/** Kinds that shrink when they are packed. */
const LOOSE: ReadonlySet<string> = new Set(['text/plain', 'application/pdf']);
/** The most bytes of a name in a folder, with some room for what programs add. */
const NAME_BYTES = 200;
/** Characters that a name in a folder cannot have everywhere. */
const NOT_IN_NAMES = /[<>:"|?*]/g;

/** The name of a file as every system takes it: its ending stays where it has to be shortened. */
export function nameInFolder(name: string): string {
  const cleaned = name.replaceAll(NOT_IN_NAMES, '_').replace(/[. ]+$/, '_');
  const [ending = ''] = /\.[A-Za-z0-9]{1,10}$/.exec(cleaned) ?? [];
  let stem = [...cleaned.slice(0, cleaned.length - ending.length)];
  while (Buffer.byteLength(stem.join('')) > NAME_BYTES - ending.length) stem = stem.slice(0, -1);
  return stem.join('') + ending;
}

const pathOf = ({ opener }: Pick<App, 'opener'>, { id, doc }: Stored<FileDoc>): string =>
  `files/${id}/${nameInFolder(fileTexts(opener, doc).name)}`;

/** The bytes of a file. One that was removed since the bundle was begun has none. */
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

/** All files that are there by now, as the text of a JSON array. */
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
