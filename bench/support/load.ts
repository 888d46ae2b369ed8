// The load, in a process of its own: `load.ts` reads its options as JSON from the first argument.
import autocannon from 'autocannon';

const { expect = 200, ...options } = JSON.parse(process.argv[2] ?? '{}') as autocannon.Options & { expect?: number };
const result = await autocannon(options);
const wrong = result.errors + result.timeouts + result.non2xx;
const statuses = Object.keys(result.statusCodeStats ?? {});
if (wrong > 0 || statuses.some((status) => Number(status) !== expect)) {
  process.stderr.write(`${wrong} answers were wrong: ${JSON.stringify(result.statusCodeStats)}, ${result.errors} errors\n`);
  process.exit(1);
}
process.stdout.write(JSON.stringify({ perSecond: result.requests.total / result.duration }));
