import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Recording } from './answers.ts';

/** A data folder and what the program that wrote it answered about it. */
export interface OldData {
  /** Bytes by the path inside the data folder. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly recording: Recording;
}

const ARCHIVE = join(import.meta.dirname, 'year.zst');
const HIGHEST_LEVEL = 22;
/** The window of the compression has 2 to the power of this many bytes, so that repeated hashes and sealed texts are stored once. */
const WINDOW_LOG = 27;

export function readOldData(): OldData {
  return deserialize(zstdDecompressSync(readFileSync(ARCHIVE))) as OldData;
}

/** Gives the size of the archive in bytes. */
export function writeOldData(data: OldData): number {
  const params = {
    [constants.ZSTD_c_compressionLevel]: HIGHEST_LEVEL,
    [constants.ZSTD_c_windowLog]: WINDOW_LOG,
    [constants.ZSTD_c_enableLongDistanceMatching]: 1,
  };
  const bytes = zstdCompressSync(serialize(data), { params });
  writeFileSync(ARCHIVE, bytes);
  return bytes.length;
}

export function filesIn(folder: string): ReadonlyMap<string, Uint8Array> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  const files = paths.filter((path) => statSync(path).isFile() && statSync(path).size > 0).sort();
  return new Map(files.map((path) => [relative(folder, path), readFileSync(path)]));
}

export function putFiles(files: OldData['files'], folder: string): void {
  for (const [name, bytes] of files) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes, { mode: 0o600 });
  }
}
