import { createHash } from 'node:crypto';
import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync, readSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { asStoreError } from '../sqlite/database.ts';

/** The size and the SHA-256 of a file. */
export interface Sum {
  readonly bytes: number;
  readonly sha256: string;
}

const PIECE = 1024 * 1024;

/** Reads a file piece by piece. @returns its sum */
function readWhole(path: string, visit: (piece: Uint8Array) => void = () => undefined): Sum {
  const sum = createHash('sha256');
  const buffer = Buffer.allocUnsafe(PIECE);
  const from = openSync(path, 'r');
  let bytes = 0;
  try {
    for (let read = readSync(from, buffer); read > 0; read = readSync(from, buffer)) {
      const piece = buffer.subarray(0, read);
      sum.update(piece);
      visit(piece);
      bytes += read;
    }
  } finally {
    closeSync(from);
  }
  return { bytes, sha256: sum.digest('hex') };
}

const sumOf = (path: string): Sum => readWhole(path);

/** Copies a file. Its bytes survive a power failure when this returns. @returns the sum of what was copied */
export function copyWhole(from: string, to: string): Sum {
  const target = openSync(to, 'w', 0o600);
  try {
    const sum = readWhole(from, (piece) => writeSync(target, piece));
    fsyncSync(target);
    return sum;
  } finally {
    closeSync(target);
  }
}

/**
 * Copies a database as it is at one moment, also while another process writes it. Nothing that was deleted from it is in the copy.
 * @throws StoreUnavailable, StoreFull
 */
export function copyDatabase(from: string, to: string): Sum {
  rmSync(to, { force: true });
  const source = new DatabaseSync(from, { readOnly: true, timeout: 5_000 });
  try {
    source.prepare('VACUUM INTO ?').run(to);
  } catch (error) {
    throw asStoreError(error);
  } finally {
    source.close();
  }
  chmodSync(to, 0o600);
  syncFile(to);
  return sumOf(to);
}

/** Replaces a small file at once. The change survives a power failure. */
export function replaceFile(path: string, text: string): void {
  const part = `${path}.part`;
  writeFileSync(part, text, { mode: 0o600, flush: true });
  renameSync(part, path);
  syncFolder(dirname(path));
}

export const makeFolder = (path: string): void => void mkdirSync(path, { recursive: true, mode: 0o700 });

function syncFile(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

export function syncFolder(path: string): void {
  // Windows cannot open folders, and does not need this.
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Where the bytes of a copied file are in a backup. */
export const contentPath = (folder: string, sha256: string): string => join(folder, 'files', sha256.slice(0, 2), sha256);
