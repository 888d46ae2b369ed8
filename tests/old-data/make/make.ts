// Makes year.zst with the program of a checkout: `node tests/old-data/make/make.ts CHECKOUT`. See ../README.md.
import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Answer, ask, type Recording } from '../answers.ts';
import { filesIn, writeOldData } from '../archive.ts';
import { BUNDLE, newFolder, openOldProgram, Somebody } from './old-program.ts';
import { openPaths, pathsOf } from './paths.ts';
import { type People, tellStory } from './story.ts';

const BEGIN = '2026-09-20T13:12:00Z';
const END = '2026-11-19T13:12:00.000Z';
const DEMO = { email: 'demo@vouch.example', password: 'a-year-of-kept-promises' };
/** For an account with a year of data: one in so many of its tasks and days is asked for. */
const FEW: Readonly<Record<keyof People, number>> = { robin: 5, ada: 1, cleo: 1, emil: 10 };

const checkout = resolve(process.argv[2] ?? '.');
const folder = newFolder();
const environment = { ...process.env, VOUCH_DATA: folder, VOUCH_CLOCK: BEGIN };
execFileSync(process.execPath, [join(checkout, 'bin/vouch.mjs'), 'demo', '--seed', '1'], { env: environment, stdio: 'inherit' });

const living = await openOldProgram(checkout, folder, BEGIN);
const people = await tellStory(living, DEMO);
await living.move(END);
await living.stop();
const cookies = Object.fromEntries(Object.entries(people).map(([name, { client }]) => [name, client.cookie as string]));

const recorded = newFolder();
cpSync(folder, recorded, { recursive: true });
const events = eventsIn(join(recorded, 'events.db'));
const recording: Recording = { at: END, cookies, events, ...(await record()) };
const size = writeOldData({ files: filesIn(folder), recording });
for (const each of [folder, recorded]) rmSync(each, { recursive: true });
process.stdout.write(`${JSON.stringify(recording.events, null, 1)}\n${recording.answers.length} answers, ${size} bytes\n`);

async function record(): Promise<Pick<Recording, 'answers' | 'bundle'>> {
  const program = await openOldProgram(checkout, recorded, END);
  const asker = { url: program.url, cookies };
  const found: Answer[] = [];
  for (const [who, few] of Object.entries(FEW)) {
    const somebody = new Somebody(program, who);
    somebody.client.cookie = cookies[who] as string;
    for (const path of await pathsOf(somebody, END.slice(0, 10), few)) found.push(await ask(asker, who, path));
  }
  for (const path of await openPaths(program.url)) found.push(await ask(asker, 'nobody', path));
  const link = await new Somebody(program, 'ada@example.org').mailed(BUNDLE);
  const bundle = await ask(asker, 'ada', link);
  await program.stop();
  return { answers: found, bundle };
}

function eventsIn(path: string): Recording['events'] {
  const database = new DatabaseSync(path, { readOnly: true });
  const rows = database.prepare(`SELECT json ->> 'type' AS type, count(*) AS count FROM events GROUP BY 1 ORDER BY 1`).all();
  database.close();
  return Object.fromEntries(rows.map(({ type, count }) => [String(type), Number(count)]));
}
