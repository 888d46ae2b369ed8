import { existsSync, readdirSync, renameSync, rmdirSync, rmSync, type Stats, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { errorCode } from '../../domain/kernel/decider.ts';
import { isPartial } from '../files/disk.ts';
import { contentPath, copyWhole, makeFolder, syncFolder } from './copy.ts';
import type { CopiedFile } from './manifest.ts';

/**
 * Copies the files below a folder that is in use into a backup, each under the SHA-256 of its bytes. What the backup has already is not
 * copied again: it knows a file by its path, its size and its time. What is being written is left out, and so is what is removed meanwhile.
 */
export function copyFilesInto(backup: string, folder: string, earlier: readonly CopiedFile[]): readonly CopiedFile[] {
  const known = new Map(earlier.map((file) => [file.path, file]));
  const copied: CopiedFile[] = [];
  for (const path of filesBelow(folder)) {
    const file = copyOne(backup, folder, path, known);
    if (file !== null) copied.push(file);
  }
  return copied;
}

function* filesBelow(folder: string): Generator<string> {
  for (const entry of nullIfGone(() => readdirSync(folder, { withFileTypes: true })) ?? []) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (!isPartial(path)) yield path;
  }
}

function copyOne(backup: string, folder: string, from: string, known: ReadonlyMap<string, CopiedFile>): CopiedFile | null {
  const path = relative(folder, from).split(sep).join('/');
  const found = statSync(from, { throwIfNoEntry: false });
  if (!found) return null;
  const before = known.get(path);
  if (before && isSame(before, found) && existsSync(contentPath(backup, before.sha256))) return before;
  const part = join(backup, 'content.part');
  const sum = nullIfGone(() => copyWhole(from, part));
  if (sum === null) return null;
  const to = contentPath(backup, sum.sha256);
  makeFolder(dirname(to));
  renameSync(part, to);
  syncFolder(dirname(to));
  return { path, ...sum, modified_ms: found.mtimeMs };
}

const isSame = ({ bytes, modified_ms }: CopiedFile, { size, mtimeMs }: Stats): boolean => bytes === size && modified_ms === mtimeMs;

/** Removes the bytes that no file of the backup has any more. */
export function removeOthers(backup: string, files: readonly CopiedFile[]): void {
  const used = new Set(files.map(({ sha256 }) => contentPath(backup, sha256)));
  for (const path of filesBelow(join(backup, 'files'))) if (!used.has(path)) rmSync(path, { force: true });
  for (const name of nullIfGone(() => readdirSync(join(backup, 'files'))) ?? []) removeEmpty(join(backup, 'files', name));
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(errorCode(error) ?? '')) throw error;
  }
}

function nullIfGone<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
