import { appendFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { v7 } from 'uuid';
import { userCaller } from '../../src/app/caller.ts';
import { takeUpload } from '../../src/app/file/files.ts';
import { fixedQuota } from '../../src/app/file/quota.ts';
import type { VerifyOptions, VerifyReport } from '../../src/cli/ports.ts';
import { readConfig } from '../../src/config/config.ts';
import { type Check, verifyFolder } from '../../src/wiring/verify/verify.ts';
import { startTestProgram } from './program.ts';

const AT = '2026-11-20T07:00:00.000Z';
const DUE = { due_date: '2026-11-20', due_time: '18:00' };
const QUOTA = fixedQuota(10_000_000);

/** A data folder of a program that two people have used for some days, with so many events at least, and that has ended as planned. */
export async function usedFolder(events: number): Promise<string> {
  const program = await startTestProgram({ at: AT });
  const people = [await program.signUp('ann@example.org', 'Europe/Berlin'), await program.signUp('bob@example.org', 'America/New_York')];
  for (let index = 0; Number(await program.app.store.head()) < events; index += 1) {
    const owner = people[index % people.length] ?? '';
    const id = await program.promise(owner, { title: `Answer letter ${index}`, description: 'Ask who signs it off.', ...DUE });
    if (index % 9 === 0) await upload(program, owner, id, `the text of letter ${index}, `.repeat(1 + (index % 50)));
    if (index % 4 === 0) await program.skip(owner, id, 'No time left before the journey.');
    else await program.complete(owner, id);
  }
  await program.app.waitForReadModels(await program.app.store.head());
  await program.close();
  return program.folder;
}

async function upload({ app }: Awaited<ReturnType<typeof startTestProgram>>, owner: string, taskId: string, text: string): Promise<void> {
  const id = v7();
  await app.files.begin(owner, id, '', app.clock.now());
  await app.files.append(
    owner,
    id,
    0,
    (async function* () {
      yield Buffer.from(text);
    })(),
  );
  await app.waitForReadModels(await app.store.head());
  await takeUpload(app, userCaller(owner, app.newId()), { id, name: 'letter.txt', taskId, quota: QUOTA });
}

/** A copy of a data folder, which can be changed and verified. */
export class Tampered {
  readonly folder: string;
  readonly #from: string;

  constructor(from: string) {
    this.#from = from;
    this.folder = mkdtempSync(join(tmpdir(), 'vouch-tampered-'));
    // The reserve is nothing but room.
    cpSync(from, this.folder, { recursive: true, filter: (path) => basename(path) !== 'reserve' });
  }

  /** Makes one of its files, or the folder of files, again as it was. */
  restore(name: string): void {
    for (const end of ['', '-wal', '-shm']) this.remove(this.at(name + end));
    cpSync(join(this.#from, name), this.at(name), { recursive: true });
  }

  at(name: string): string {
    return join(this.folder, name);
  }

  sql(file: string, sql: string): void {
    const database = new DatabaseSync(this.at(file));
    try {
      database.exec(sql);
    } finally {
      database.close();
    }
  }

  rows(file: string, sql: string): readonly Record<string, unknown>[] {
    const database = new DatabaseSync(this.at(file), { readOnly: true });
    try {
      return database.prepare(sql).all();
    } finally {
      database.close();
    }
  }

  /** The files that store what people uploaded. */
  contents(): readonly string[] {
    const all = readdirSync(this.at('files'), { recursive: true, withFileTypes: true });
    return all
      .filter((entry) => entry.isFile() && entry.name === 'content')
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
  }

  namesIn(folder: string): readonly { readonly name: string }[] {
    return readdirSync(folder, { withFileTypes: true });
  }

  /** Changes one byte of a file. */
  flip(path: string, at: number): void {
    const bytes = readFileSync(path);
    bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ 0x10;
    writeFileSync(path, bytes);
  }

  cut(path: string, to: number): void {
    truncateSync(path, to);
  }

  append(path: string, text: string): void {
    appendFileSync(path, text);
  }

  remove(path: string): void {
    rmSync(path, { recursive: true, force: true });
  }

  verify(options: VerifyOptions = {}, checks?: readonly Check[]): Promise<VerifyReport> {
    return verifyFolder(readConfig({ VOUCH_DATA: this.folder }), options, () => undefined, checks);
  }

  dispose(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
