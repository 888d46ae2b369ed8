// `vouch verify` in a process of its own: `verify-side.ts <data folder>`. Prints how long it took, in ms, and the peak of its memory, in MiB.
import { readConfig } from '../../src/config/config.ts';
import { verifyFolder } from '../../src/wiring/verify/verify.ts';
import { timed } from './measure.ts';

const [data = ''] = process.argv.slice(2);
const ms = await timed(async () => {
  const { faults } = await verifyFolder(readConfig({ VOUCH_DATA: data }), {}, () => undefined);
  if (faults.length > 0) throw new Error(`It finds ${JSON.stringify(faults.slice(0, 3))}.`);
});
process.stdout.write(JSON.stringify({ ms, peak_mb: process.resourceUsage().maxRSS / 1_024 }));
