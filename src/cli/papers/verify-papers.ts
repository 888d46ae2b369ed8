import { readFile } from 'node:fs/promises';
import { reasonOf } from '../../analysis/reason.ts';
import type { Head, KeyList } from '../../contracts/ledger/head.ts';
import { type CheckedPaper, type Compared, checkPaper } from '../../contracts/ledger/papers/check-paper.ts';
import { headInMail } from '../../contracts/ledger/papers/older-head.ts';
import type { CliPorts } from '../ports.ts';
import { sumOf, withFile } from './file-source.ts';
import { keysInFile, keysOfOrigin, NoKeys } from './key-lists.ts';
import { linesOf, type PaperResult, resultOf, UNREADABLE } from './words.ts';

export interface PaperFlags {
  readonly keys?: string;
  readonly origin?: string;
  /** Files that the paper should name as proof. */
  readonly file?: readonly string[];
  /** An older paper, or a mail. */
  readonly earlier?: string;
  readonly json?: boolean;
}

type Ports = Pick<CliPorts, 'print' | 'fetch'>;

/** What is compared with each paper cannot be read. The message says what to do. */
class CannotCompare extends Error {}

/**
 * Checks papers without asking anybody, except an origin that is given. Exit codes: 0 unchanged and signed by a known key, 1 changed or no
 * paper, 2 unchanged since it was signed by the key in it, 3 the origin could not be asked. Of several papers the worst: 1, then 3, then 2.
 */
export async function verifyPapers(ports: Ports, paths: readonly string[], flags: PaperFlags): Promise<number> {
  const { json = false } = flags;
  try {
    const { keys, silence } = await keysFor(ports, flags);
    const compared = await comparedWith(paths, flags, keys);
    const results: PaperResult[] = [];
    for (const path of paths) results.push(await checkFile(path, compared, silence));
    const exit = worstOf(results);
    if (json) ports.print(JSON.stringify({ ok: exit === 0, exit, papers: results }));
    else for (const line of results.flatMap(linesOf)) ports.print(line);
    return exit;
  } catch (error) {
    if (!(error instanceof CannotCompare)) throw error;
    ports.print(json ? JSON.stringify({ ok: false, exit: 1, error: error.message }) : error.message);
    return 1;
  }
}

const WORST_FIRST = [1, 3, 2, 0] as const;
const worstOf = (results: readonly PaperResult[]): number => WORST_FIRST.find((exit) => results.some((one) => one.exit === exit)) ?? 0;

interface Keys {
  readonly keys: KeyList | null;
  /** Why the origin that was given could not be asked; null if it was, or if none was given. */
  readonly silence: string | null;
}

async function keysFor({ fetch }: Ports, { keys, origin }: PaperFlags): Promise<Keys> {
  try {
    if (keys !== undefined) return { keys: await keysInFile(keys), silence: null };
  } catch (error) {
    if (error instanceof NoKeys) throw new CannotCompare(error.message);
    throw error;
  }
  if (origin === undefined) return { keys: null, silence: null };
  try {
    return { keys: await keysOfOrigin(origin, fetch), silence: null };
  } catch (error) {
    if (error instanceof NoKeys) return { keys: null, silence: error.message };
    throw error;
  }
}

async function comparedWith(paths: readonly string[], { file = [], earlier }: PaperFlags, keys: KeyList | null): Promise<Compared> {
  if (paths.length > 1 && (file.length > 0 || earlier !== undefined)) throw new CannotCompare('Give one paper with --file or --earlier.');
  const proofs = await Promise.all(file.map(async (name) => ({ name, sha256: await readable(name, () => sumOf(name)) })));
  return { keys, proofs, older: earlier === undefined ? null : await olderHead(earlier) };
}

/** The head of an older paper, which must itself be unchanged, or of a mail. */
async function olderHead(path: string): Promise<Head> {
  const { statement, fault } = await readable(path, () => withFile(path, (source) => checkPaper(source, { keys: null })));
  if (statement !== null && fault === null) return statement.head;
  const inMail = headInMail(await readable(path, () => readFile(path)));
  if (inMail !== null) return inMail;
  throw new CannotCompare(`${path} cannot be compared with: ${fault?.message ?? 'there is no head in it.'}`);
}

async function readable<T>(path: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw new CannotCompare(`${path} cannot be read: ${reasonOf(error)}.`);
  }
}

async function checkFile(path: string, compared: Compared, silence: string | null): Promise<PaperResult> {
  let checked: CheckedPaper;
  try {
    checked = await withFile(path, (source) => checkPaper(source, compared));
  } catch (error) {
    checked = { statement: null, outcome: 'faulty', fault: { code: UNREADABLE, message: `It cannot be read: ${reasonOf(error)}.` } };
  }
  return resultOf(path, checked, compared, silence);
}
