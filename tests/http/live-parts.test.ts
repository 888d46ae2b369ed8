import { describe, expect, it } from 'vitest';
import type { LiveKind } from '../../src/contracts/live.ts';
import { ofKinds } from '../../src/http/routes/live/changes.ts';
import { LiveConnection } from '../../src/http/routes/live/connection.ts';
import { eventIdOf, KnownChanges, toldBy } from '../../src/http/routes/live/known-changes.ts';

const at = (position: number): string => String(position).padStart(20, '0');
const kinds = (found: ReadonlySet<LiveKind> | null) => found && [...found].toSorted();

describe('what is known of changes', () => {
  it('is each kind that changed after a position', () => {
    const known = new KnownChanges(at(10));
    known.note('ada', ['task', 'report'], at(11));
    known.note('ada', ['alert'], at(12));
    known.note('bob', ['settings'], at(13));
    expect(kinds(known.since('ada', at(10)))).toEqual(['alert', 'report', 'task']);
    expect(kinds(known.since('ada', at(11)))).toEqual(['alert']);
    expect(kinds(known.since('ada', at(12)))).toEqual([]);
    expect(kinds(known.since('eve', at(10)))).toEqual([]);
  });

  it('begins where it was begun', () => {
    expect(new KnownChanges(at(10)).since('ada', at(9))).toBeNull();
  });

  it('begins later for everybody once the changes of somebody were forgotten', () => {
    const known = new KnownChanges(at(10), 2);
    known.note('ada', ['task'], at(11));
    known.note('bob', ['task'], at(12));
    known.note('eve', ['task'], at(13));
    expect(known.since('ada', at(10))).toBeNull();
    expect(kinds(known.since('bob', at(11)))).toEqual(['task']);
  });
});

describe('the id of an event', () => {
  it('says up to where its client was told', () => {
    const told = { position: at(7), at: '2026-11-20T16:00:00.000Z' };
    expect(toldBy(eventIdOf(told))).toEqual(told);
  });

  it.each(['', '7', `${at(7)}-`, `${at(7)}-x`, ` ${at(7)}-1`, `${at(7)}-${'9'.repeat(16)}`])('is unknown if it reads "%s"', (id) => {
    expect(toldBy(id)).toBeNull();
  });
});

describe('a connection', () => {
  const opened = () => new LiveConnection('c1', async () => true);
  /** A read gives one part at a time. */
  function read({ stream }: LiveConnection): string {
    const parts: string[] = [];
    for (let part = stream.read(); part !== null; part = stream.read()) parts.push(String(part));
    return parts.join('');
  }

  it('sends a comment that shows that it is alive', () => {
    const connection = opened();
    connection.comment();
    expect(read(connection)).toBe(': \n\n');
  });

  it('sends the kinds in the order of the contract', () => {
    const connection = opened();
    connection.changed(ofKinds(['report', 'task']), 'e1');
    expect(read(connection)).toBe('event: change\nid: e1\ndata: {"kinds":["task","report"]}\n\n');
  });

  it('keeps what a slow client has not read as one event with all kinds, and the newest id', () => {
    const connection = opened();
    for (let index = 0; index < 1_000; index += 1) connection.changed(ofKinds(['task']), `e${index}`);
    connection.changed(ofKinds(['alert']), 'newest');
    const buffered = read(connection);
    expect(buffered.length).toBeLessThan(3_000);
    expect(buffered.split('\n\n').at(-2)).toBe('event: change\nid: newest\ndata: {"kinds":["task","alert"]}');
  });

  it('names the changed tasks to a client that wants to know them, up to 20', () => {
    const connection = new LiveConnection('c1', async () => true, true);
    const changed = (...ids: string[]) => connection.changed({ kinds: new Set(['task']), tasks: new Set(ids) }, 'e1');
    const data = () => JSON.parse(/data: (.*)\n\n$/.exec(read(connection))?.[1] ?? '');
    // The first event fills what a client has not read yet.
    connection.begin(ofKinds([]), 'e0');
    expect(data()).toEqual({ kinds: [], tasks: [] });
    changed('a', 'b');
    expect(data()).toEqual({ kinds: ['task'], tasks: ['a', 'b'] });
    changed(...Array.from({ length: 20 }, (_, at) => `${at}`));
    expect(data().tasks).toHaveLength(20);
    changed(...Array.from({ length: 21 }, (_, at) => `${at}`));
    expect(data()).toEqual({ kinds: ['task'], tasks: null });
    connection.changed(ofKinds(['task']), 'e2');
    expect(data().tasks, 'nobody knows which').toBeNull();
  });

  it('says that it ends, and sends nothing after it', () => {
    const connection = opened();
    connection.end();
    connection.changed(ofKinds(['task']), 'e1');
    connection.close();
    expect(read(connection)).toBe('event: end\ndata: {}\n\n');
    expect(read(connection)).toBe('');
  });
});
