import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { App } from '../../app/app.ts';
import type { MakeBundle } from '../../app/export.ts';
import type { ReportFiles } from '../rendering/report-files.ts';
import { createReports } from '../service.ts';
import type { BundleFile, BundlePart } from './part.ts';
import { readme } from './readme.ts';

/** Makes an owner's data into one zip file, part by part. It is made while it is read, so it is never in memory as a whole. */
export function createBundles(app: App, reportFiles: ReportFiles, parts: readonly BundlePart[]): MakeBundle {
  const reports = createReports(app);
  return async function* bundle(owner) {
    await app.opener.ready(owner);
    const { reader, now } = await reports.reader(owner);
    const zip = new ZipFile();
    const mtime = new Date(now);
    const failed = new Promise<never>((_, reject) => zip.on('error', reject));
    failed.catch(() => undefined);
    const add = ({ path, pieces, packed = false }: BundleFile): void =>
      zip.addReadStreamLazy(path, { mtime, compress: !packed }, (ready) => {
        const stream = Readable.from(encoded(pieces()));
        stream.on('error', (error) => zip.emit('error', error));
        ready(null, stream);
      });
    add({ path: 'README.txt', pieces: () => [readme({ made_at: now, zone: reader.zone }, parts)] });
    for (const part of parts) for (const file of await part.files({ app, owner, reports, reportFiles })) add(file);
    zip.end();
    yield* untilFailed(zip.outputStream as Readable, failed);
  };
}

/** The pieces as bytes, so that no character is cut in two and a file may be empty. */
async function* encoded(pieces: ReturnType<BundleFile['pieces']>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield typeof piece === 'string' ? Buffer.from(piece, 'utf8') : piece;
}

async function* untilFailed(output: Readable, failed: Promise<never>): AsyncGenerator<Uint8Array> {
  const pieces = output.iterator();
  try {
    for (;;) {
      const { done, value } = await Promise.race([pieces.next(), failed]);
      if (done) return;
      yield value as Uint8Array;
    }
  } finally {
    output.destroy();
  }
}
