import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startBrowser } from '../support/browser.ts';
import { DEVICES, type Device, newPage, type Opened, openContext, type Sessions, signAllIn } from './browser.ts';
import { difference, picture } from './compare.ts';
import { pressedScreens } from './pressed.ts';
import { atRest, openedScreens, ready, type State, taskScreens } from './states.ts';
import { makeWorld, serveWorld, settled, WORLD_FILE, type World } from './world.ts';

const FOLDER = join(import.meta.dirname, '../../dist/pictures');
const USAGE = `npm run pictures -- --save <name>       takes pictures of all screens and keeps them
npm run pictures -- --against <name>    takes them again and says what differs
  --only <words>    only pictures whose name matches this regular expression
  --workers <n>     so many pages at once (default 2)`;

interface Taking {
  readonly url: string;
  readonly world: World;
  readonly sessions: Sessions;
  /** Does something with each picture. */
  readonly take: (name: string, png: Buffer) => Promise<void>;
  /** Notes a state that could not be reached. */
  readonly fail: (name: string, error: unknown) => void;
}

const { values } = parseArgs({
  options: {
    save: { type: 'string' },
    against: { type: 'string' },
    only: { type: 'string' },
    workers: { type: 'string', default: '2' },
  },
});

/** A busy machine may be too slow for a browser once, and not twice. */
const MOST_TRIES = 2;

/** Takes the pictures of a state. Gives the browser that the next state can use, or null after a fault. */
async function takeState(taking: Taking, opened: Opened | null, state: State, device: Device): Promise<Opened | null> {
  let open = opened;
  for (let tries = 1; ; tries += 1) {
    try {
      open ??= await openContext(taking, state.account, device);
      for (const [theme, png] of await picturesOf(taking.url, open, state, device))
        await taking.take(`${state.name} ${device.name} ${theme}`, png);
      return open;
    } catch (error) {
      await open?.context.close().catch(() => undefined);
      open = null;
      if (tries < MOST_TRIES && !state.writes) continue;
      taking.fail(`${state.name} ${device.name}`, error);
      return null;
    }
  }
}

/** The pictures of a state, by theme. */
async function picturesOf(url: string, opened: Opened, state: State, device: Device): Promise<readonly (readonly [string, Buffer])[]> {
  const page = await newPage(opened, url, state.writes === true || state.account === 'nobody');
  try {
    await page.emulateMedia({ colorScheme: device.themes[0] ?? 'light' });
    await state.before?.(page);
    await page.goto(state.path);
    await ready(page, state);
    await state.act?.(page);
    // The room shows parts that are busy for ever.
    if (!state.unready && state.account !== 'nobody') await atRest(page);
    const pictures: [string, Buffer][] = [];
    for (const colorScheme of state.oneTheme ? device.themes.slice(0, 1) : device.themes) {
      await page.emulateMedia({ colorScheme });
      pictures.push([colorScheme, await picture(page, state.inWindow === true)]);
    }
    return pictures;
  } finally {
    await opened.context.setOffline(false);
    await page.close();
  }
}

/** Screens of other accounts have the same parts as those of the full one. */
const isTaken = (state: State, { name, onlyOpened, alsoEmpty }: Device): boolean => {
  if (state.on) return state.on.includes(name);
  if (!onlyOpened) return true;
  return !state.act && (state.account === 'full' || state.account === 'nobody' || (alsoEmpty === true && state.account === 'empty'));
};

interface Work {
  readonly state: State;
  readonly device: Device;
}

const byPage = (one: Work, other: Work): number =>
  `${one.device.name} ${one.state.account}`.localeCompare(`${other.device.name} ${other.state.account}`);

/** Takes all pictures whose names match. */
async function takeAll(taking: Taking, only: RegExp): Promise<void> {
  const states = [...openedScreens(), ...taskScreens(taking.world), ...pressedScreens(taking.world)];
  const work = DEVICES.flatMap((device) => states.filter((state) => isTaken(state, device)).map((state) => ({ state, device })));
  const wanted = work.filter(({ state, device }) => only.test(`${state.name} ${device.name}`)).sort(byPage);
  const reading = wanted.filter(({ state }) => !state.writes);
  await Promise.all(Array.from({ length: Number(values.workers) }, () => takeInTurn(taking, reading)));
  await takeInTurn(
    taking,
    wanted.filter(({ state }) => state.writes),
  );
}

/** Takes pictures until none is left. Those of one account on one device share what the browser has loaded, and nothing that a page wrote. */
async function takeInTurn(taking: Taking, left: Work[]): Promise<void> {
  let opened: Opened | null = null;
  for (let one = left.shift(); one; one = left.shift()) {
    const { state, device } = one;
    if (opened?.of !== `${state.account} ${device.name}`) {
      await opened?.context.close().catch(() => undefined);
      opened = null;
    }
    opened = await takeState(taking, opened, state, device);
    if (process.stderr.isTTY) process.stderr.write(`\r${left.length} screens are left `);
  }
  await opened?.context.close();
}

const fileOf = (folder: string, name: string): string => join(folder, `${name.replaceAll(' ', '_')}.png`);

async function save(name: string, only: RegExp): Promise<number> {
  const folder = join(FOLDER, name);
  // With part of the pictures only, the world and the others stay.
  if (values.only === undefined || !existsSync(join(folder, WORLD_FILE))) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    await makeWorld(folder, await startBrowser());
  }
  let count = 0;
  const failed = await inWorld(folder, only, async (one, png) => {
    writeFileSync(fileOf(folder, one), png);
    count += 1;
  });
  process.stdout.write(`${count} pictures are in ${folder}.\n`);
  return failed;
}

async function against(name: string, only: RegExp): Promise<number> {
  const folder = join(FOLDER, name);
  if (!existsSync(join(folder, WORLD_FILE))) throw new Error(`There are no pictures '${name}': npm run pictures -- --save ${name}`);
  const [now, shown] = [join(FOLDER, `${name}-now`), join(FOLDER, `${name}-differences`)];
  for (const one of [now, shown]) rmSync(one, { recursive: true, force: true });
  mkdirSync(now, { recursive: true });
  let [count, differing] = [0, 0];
  const failed = await inWorld(folder, only, async (one, png) => {
    count += 1;
    const share = await difference(png, fileOf(folder, one), fileOf(shown, one));
    if (share === 0) return;
    differing += 1;
    writeFileSync(fileOf(now, one), png);
    process.stdout.write(`${share === null ? 'is new' : `${(share * 100).toFixed(3)} %`.padStart(9)}  ${one}\n`);
  });
  process.stdout.write(
    `${count} pictures, ${differing} differ.${differing > 0 ? ` They are in ${now}, the differences in ${shown}.` : ''}\n`,
  );
  return failed + differing;
}

/** Serves a copy of the world, so that every run begins with the same data. Gives the number of states that could not be reached. */
async function inWorld(folder: string, only: RegExp, take: Taking['take']): Promise<number> {
  const world = JSON.parse(readFileSync(join(folder, WORLD_FILE), 'utf8')) as World;
  const data = mkdtempSync(join(tmpdir(), 'vouch-pictures-'));
  cpSync(join(folder, 'data'), data, { recursive: true });
  const served = await serveWorld(data, world.now);
  let failed = 0;
  const fail = (name: string, error: unknown): void => {
    failed += 1;
    process.stdout.write(`could not be reached: ${name}: ${String(error).split('\n').slice(0, 3).join(' ')}\n`);
  };
  try {
    const sessions = await signAllIn(served.url);
    await settled(served);
    await takeAll({ url: served.url, world, sessions, take, fail }, only);
  } finally {
    await served.dispose();
  }
  return failed;
}

const only = new RegExp(values.only ?? '', 'i');
if ((values.save === undefined) === (values.against === undefined)) {
  process.stderr.write(`${USAGE}\n`);
  process.exit(2);
}
try {
  const faults = values.save === undefined ? await against(values.against as string, only) : await save(values.save, only);
  process.exit(faults === 0 ? 0 : 1);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  process.exit(1);
}
