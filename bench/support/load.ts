// The load, in a process of its own: `load.ts` reads its options as JSON from the first argument.
import autocannon from 'autocannon';

type Given = autocannon.Options & { readonly expect?: number; readonly paths?: readonly string[] };
const { expect = 200, paths = [], ...options } = JSON.parse(process.argv[2] ?? '{}') as Given;
let sent = 0;
const nextPath = (request: autocannon.Request): autocannon.Request => {
  const path = paths[sent % paths.length];
  sent += 1;
  return { ...request, ...(path !== undefined && { path }) };
};
const result = await autocannon({ ...options, ...(paths.length > 0 && { requests: [{ setupRequest: nextPath }] }) });
const wrong = result.errors + result.timeouts;
const statuses = Object.keys(result.statusCodeStats ?? {});
if (wrong > 0 || statuses.some((status) => Number(status) !== expect)) {
  process.stderr.write(`${wrong} answers were wrong: ${JSON.stringify(result.statusCodeStats)}, ${result.errors} errors\n`);
  process.exit(1);
}
process.stdout.write(JSON.stringify({ perSecond: result.requests.total / result.duration }));
