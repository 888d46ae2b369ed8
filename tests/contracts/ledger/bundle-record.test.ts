import { describe, expect, it } from 'vitest';
import { checkBundle } from '../../../src/contracts/ledger/papers/check-bundle.ts';
import { exampleBundle, exampleEvents, headOf, signingHouse } from '../../support/papers.ts';

const house = signingHouse();
const keys = await house.keys();

/** What is wrong in an export, if so many leaves are in memory at a time. */
async function faultsOf(bundle: Buffer, most: number): Promise<readonly string[]> {
  const source = { size: bundle.length, read: async (start: number, end: number) => bundle.subarray(start, end) };
  const { fault } = await checkBundle(source, keys, { sizes: [], most });
  return fault === null ? [] : (fault.details ?? [fault.message]);
}

/** An export with some of its lines in another order, or without them. */
const withLines = (change: (lines: readonly string[]) => readonly string[], events = exampleEvents(12).events): Promise<Buffer> =>
  exampleBundle(house, {
    events,
    change: (files) => {
      const lines = `${files.get('events.ndjson')}`.trimEnd().split('\n');
      return files.set(
        'events.ndjson',
        change(lines)
          .map((line) => `${line}\n`)
          .join(''),
      );
    },
  });
const isOf = (id: string) => (line: string) => line.includes(`"id":"${id}"`);

describe.each([100, 5, 1])('the record of an export, with %i leaves in memory', (most) => {
  it('is what was signed', async () => {
    expect(await faultsOf(await exampleBundle(house), most)).toEqual([]);
    expect(await faultsOf(await exampleBundle(house, { events: [] }), most)).toEqual([expect.stringContaining('photo.png')]);
  });

  it('lacks an event at the end of a stream', async () => {
    expect(await faultsOf(await withLines((lines) => lines.filter((line) => !isOf('e-11')(line))), most)).toEqual([
      'The event e-11 of the ledger is missing in its events.ndjson.',
    ]);
  });

  it('has an event that the ledger does not have', async () => {
    const { events } = exampleEvents(13);
    const head = await headOf(house, events.slice(0, 12));
    const bundle = await exampleBundle(house, {
      events,
      head,
      change: (files) => files.set('ledger.json', `${files.get('ledger.json')}`.replace(/,\n.*"e-12".*/, '')),
    });
    expect(await faultsOf(bundle, most)).toEqual(['task-t0 at revision 4 (event e-12): it is not in the ledger, or stands twice.']);
  });

  it('has a stream with two beginnings', async () => {
    const forked = exampleEvents(12, (event) =>
      event.id === 'e-11' ? { ...event, stream: 'task-t0', revision: 0, metadata: { ...event.metadata, previous_hash: null } } : event,
    );
    const bundle = await withLines(
      (lines) => lines.toSorted((one, other) => Number(isOf('e-11')(one)) - Number(isOf('e-11')(other))),
      forked.events,
    );
    expect(await faultsOf(bundle, most)).toEqual([expect.stringMatching(/^task-t0 at revision 0 \(event e-11\): .*two beginnings/)]);
  });
});

it('an export in which everything is wrong lists the first hundred faults, and counts the others', async () => {
  const { events } = exampleEvents(150, (event) => ({ ...event, stream: `${event.stream}-${event.id}`, revision: 7 }));
  const details = await faultsOf(await exampleBundle(house, { events }), 1_000);
  expect(details).toHaveLength(101);
  expect(details.at(-1)).toMatch(/^And \d+ more\.$/);
});
