import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { makeWhole } from '../../tests/support/whole-folder.ts';
import { fill } from './fill.ts';
import { ROOT } from './root.ts';

const CACHE = join(ROOT, '.cache', 'bench');
/** Is raised whenever the content of the folders changes. */
const VERSION = 3;

/** A folder that is filled once and kept for the next run. */
async function kept(name: string, work: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(CACHE, `${name}.v${VERSION}`);
  await makeWhole(folder, work);
  return folder;
}

const addresses = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `reader${index}@example.org`);

/** 200,000 events of fifty accounts, with their read models. It must not be written to: see `copied`. */
export const filled200k = (): Promise<string> => kept('200k', (data) => fill({ data, owners: addresses(50), events: 200_000, daily: 20 }));

/** One account with so many events. */
export const filledFor = (events: number): Promise<string> =>
  kept(`one-${events}`, (data) => fill({ data, owners: addresses(1), events, daily: events < 10_000 ? 5 : 100 }));

/** A copy that can be written to. */
export function copied(from: string, to: string): string {
  cpSync(from, to, { recursive: true });
  return to;
}
