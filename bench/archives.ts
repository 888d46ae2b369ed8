import { join } from 'node:path';
import { manyEntries } from '../tests/support/many-entries.ts';
import { drawn } from '../tests/support/pictures.ts';
import { abused } from './support/abused.ts';
import { withPicture } from './support/file-visits.ts';
import { withFolder } from './support/folder.ts';
import { type Bench, median } from './support/measure.ts';
import type { Person } from './support/person.ts';
import { startForSignUps, startProduction } from './support/production.ts';
import { signUp } from './support/sign-up.ts';

const ABUSER = '203.0.113.1';
const OTHER = '198.51.100.20';
const WARM_UP_MS = 5_000;
const VISIT_MS = 20_000;
/** As an office file has them. */
const ENTRIES = 20;

/**
 * How long somebody's uploads of notes, uploads of small archives, and previews take while another person uploads zip files of 8,000 entries
 * over several connections, against an idle program: the worst of the three ratios of medians.
 */
export const othersUnderArchives: Bench = () =>
  withFolder(async (folder) => {
    const data = join(folder, 'data');
    const first = await startForSignUps(data);
    const [abuser, signedUp] = [await signUp(first.url, 'abuser@example.org'), await signUp(first.url, 'other@example.org')];
    await first.stop();
    for (const person of [abuser, signedUp]) person.leave();
    const program = await startProduction(data);
    const other: Person = signedUp.at(program.url, { address: OTHER });
    try {
      const visit = await withPicture(other, await drawn(1, 1_200, 900), manyEntries(ENTRIES));
      await visit(WARM_UP_MS);
      const idle = await visit(VISIT_MS);
      const abusing = { url: program.url, name: 'archives', address: ABUSER, cookie: abuser.cookie };
      const { found, answers } = await abused(abusing, () => visit(VISIT_MS));
      process.stdout.write(`         the abuser's answers by status: ${answers}\n`);
      const sides = (['notes', 'archives', 'previews'] as const).map((what) => {
        const [ours, baseline] = [median(found[what]), median(idle[what])];
        process.stdout.write(`         ${what}: ${ours.toFixed(1)} ms, idle ${baseline.toFixed(1)} ms\n`);
        return { ratio: ours / baseline, ours, baseline };
      });
      const [worst] = sides.toSorted((a, b) => b.ratio - a.ratio) as [Sides];
      const common = { goal: 3, better: 'lower', unit: 'ms an upload or a preview of others', runs: 1 } as const;
      return [{ name: 'others_median_under_archives', ...worst, ...common }];
    } finally {
      other.leave();
      await program.stop();
    }
  });

interface Sides {
  readonly ratio: number;
  readonly ours: number;
  readonly baseline: number;
}
