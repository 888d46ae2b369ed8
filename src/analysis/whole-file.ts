import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { errorCode } from '../domain/kernel/decider.ts';
import { AnalysisRefused } from './refused.ts';

/**
 * Makes a file that has its name only when it is whole. Until then it has another name beside it, and if the work fails or is interrupted
 * nothing is left. A file that has the name already stays until then.
 * @throws AnalysisRefused if the file cannot be written
 */
export async function makeWhole<Result>(path: string, work: (file: FileHandle) => Promise<Result>): Promise<Result> {
  const partial = `${path}.${process.pid}.part`;
  try {
    await refuseFolder(path);
    const result = await written(partial, work);
    await rename(partial, path);
    return result;
  } catch (error) {
    throw asRefusal(path, error);
  } finally {
    await rm(partial, { force: true });
  }
}

async function written<Result>(partial: string, work: (file: FileHandle) => Promise<Result>): Promise<Result> {
  const file = await open(partial, 'w', 0o600);
  try {
    const result = await work(file);
    await file.sync();
    return result;
  } finally {
    await file.close();
  }
}

async function refuseFolder(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found?.isDirectory()) throw new AnalysisRefused(`${path} is a folder. Give the name of a file.`);
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'its folder is a file',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'nothing can be written there',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EISDIR: 'it is a folder',
  ENAMETOOLONG: 'its name is too long',
};

function asRefusal(path: string, error: unknown): unknown {
  const reason = REASONS[String(errorCode(error))];
  return reason === undefined ? error : new AnalysisRefused(`${path} cannot be written: ${reason}.`);
}
