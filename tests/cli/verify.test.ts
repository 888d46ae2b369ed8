import { expect, test } from 'vitest';
import type { CliPorts, VerifyReport } from '../../src/cli/ports.ts';
import { type VerifyFlags, verify } from '../../src/cli/verify.ts';

const NOWHERE = { stream: null, revision: null, event_id: null, position: null, subject: null };
const WELL: VerifyReport = { events: 7, streams: 2, faults: [], notes: [] };
const WRONG: VerifyReport = {
  events: 7,
  streams: 2,
  faults: [
    { ...NOWHERE, check: 'log', stream: 'task-1', revision: 3, event_id: 'e-1', reason: 'it was altered' },
    { ...NOWHERE, check: 'index', stream: 'task-1', revision: 3, position: '00000000000000000012', reason: 'the index does not have it' },
    { ...NOWHERE, check: 'anchor', reason: 'The event log is shorter than what the vault knows.' },
  ],
  notes: ['Something else.'],
};

async function run(report: VerifyReport, flags: VerifyFlags = {}) {
  const lines: string[] = [];
  const ports: Pick<CliPorts, 'verify' | 'print'> = { verify: async () => report, print: (line) => void lines.push(line) };
  const code = await verify(ports as CliPorts, flags);
  return { code, lines };
}

test('says that everything is as it was written, and ends with 0', async () => {
  expect(await run(WELL)).toEqual({
    code: 0,
    lines: ['7 events in 2 streams: every hash chain holds.', 'Keys, read models and files are as the events say.'],
  });
  expect((await run(WELL, { logOnly: true })).lines).toEqual(['7 events in 2 streams: every hash chain holds.']);
});

test('names each fault with where it is, and ends with 1', async () => {
  expect(await run(WRONG)).toEqual({
    code: 1,
    lines: [
      'BROKEN task-1 at revision 3 (event e-1): it was altered.',
      'FAULT task-1 at revision 3 (position 12): the index does not have it.',
      'FAULT The event log is shorter than what the vault knows.',
      'Something else.',
      '3 faults in 7 events of 2 streams.',
    ],
  });
});

test('prints the result as one line of JSON with --json', async () => {
  const { code, lines } = await run(WRONG, { json: true });
  expect([code, lines.length, JSON.parse(lines[0] ?? '')]).toEqual([1, 1, { ok: false, ...WRONG }]);
});
