import type { App } from '../../app/app.ts';
import type { Head } from '../../contracts/ledger/head.ts';
import type { ReportFiles } from '../rendering/report-files.ts';
import type { Reports } from '../service.ts';

/** The owner of a bundle, and the instant at which it is made. */
export interface BundleRequest {
  readonly app: App;
  readonly owner: string;
  readonly reports: Reports;
  readonly reportFiles: ReportFiles;
  /** The state of the owner's ledger that the bundle contains. What is recorded while it is made is not in it. */
  readonly head: Head;
}

/** One file of a bundle. Its pieces are made when it is written, so it is never in memory as a whole. */
export interface BundleFile {
  readonly path: string;
  /** Texts in UTF-8, or bytes. */
  readonly pieces: () => AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;
  /** The content is compressed already, so compressing it again would only take time. */
  readonly packed?: boolean;
}

/** What one feature adds to the bundle of an owner's data. */
export interface BundlePart {
  /** The file, or the folder with a slash at its end, as the README names it. */
  readonly path: string;
  /** The description in the README, in lines of at most 84 characters. */
  readonly about: readonly string[];
  readonly files: (request: BundleRequest) => Promise<readonly BundleFile[]>;
}

/** A file that is made in one piece. */
export const wholeFile = (path: string, make: () => Promise<string>): BundleFile => ({
  path,
  async *pieces() {
    yield await make();
  },
});

/** A file that contains one value as JSON. */
export const jsonFile = (path: string, make: () => Promise<unknown>): BundleFile =>
  wholeFile(path, async () => `${JSON.stringify(await make(), null, 2)}\n`);
