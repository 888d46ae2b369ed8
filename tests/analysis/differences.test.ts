import { describe, expect, onTestFinished, test } from 'vitest';
import { compareReadModels } from '../../src/analysis/differences.ts';
import type { Recorded } from '../../src/domain/kernel/event.ts';
import { itemAt } from '../../src/domain/kernel/records.ts';
import { days } from '../../src/projections/day/days.ts';
import { tasks } from '../../src/projections/task/tasks.ts';
import { openTemporaryDocuments } from '../../src/store/documents/sqlite-documents.ts';
import { build, feed } from '../projections/support/build.ts';
import { randomWorld } from '../projections/support/random-world.ts';
import { counting } from '../projections/support/runners.ts';

const projections = [tasks, days];
const { events } = randomWorld(7, 150);

async function serving(first = events) {
  const { documents } = await build(first, { projections });
  const scratch = openTemporaryDocuments();
  onTestFinished(async () => {
    await Promise.all([documents.close(), scratch.close()]);
  });
  async function* after(position: string): AsyncGenerator<readonly Recorded[]> {
    yield events.filter((event) => event.position > position);
  }
  return { documents, compare: () => compareReadModels({ projections, serving: documents, scratch, events: after }) };
}

const found = (compared: Awaited<ReturnType<typeof compareReadModels>>) =>
  Object.fromEntries(compared.map(({ name, differences }) => [name, Object.fromEntries(differences)]));

describe('read models against a fresh fold', () => {
  test('are the same, each at its checkpoint', async () => {
    const { compare } = await serving(events.slice(0, 90));
    const compared = await compare();
    expect(found(compared)).toEqual({ tasks: {}, days: {} });
    expect(compared.map(({ checkpoint }) => checkpoint)).toEqual([itemAt(events, 89).position, itemAt(events, 89).position]);
    expect(compared.every(({ documents }) => documents > 1)).toBe(true);
  });

  test('differ where a document was altered, taken away or added, or its position was altered', async () => {
    const { documents, compare } = await serving();
    const all = await documents.scan(`tasks.v${tasks.version}`, null, 100);
    const [altered, gone, moved] = [itemAt(all, 0), itemAt(all, 1), itemAt(all, 2)];
    const beyond = (position: string): string => String(Number(position) + 1).padStart(position.length, '0');
    await documents.apply({
      writes: [
        {
          collection: `tasks.v${tasks.version}`,
          writes: [
            { id: altered.id, position: beyond(altered.position), doc: { ...altered.doc, status: 'completed', title: null } },
            { id: gone.id, position: beyond(gone.position), doc: null },
            { id: moved.id, position: beyond(moved.position), doc: moved.doc },
            { id: 'zzz', position: altered.position, doc: altered.doc },
          ],
        },
      ],
      checkpoints: [],
    });
    expect(found(await compare())).toEqual({
      tasks: { [altered.id]: 'other content', [gone.id]: 'missing', [moved.id]: 'other content', zzz: 'not in the log' },
      days: {},
    });
  });

  test('that a program changes meanwhile are looked at again, until they are the same', async () => {
    const { documents, compare } = await serving(events.slice(0, 60));
    const { scan } = documents;
    let scans = 0;
    documents.scan = async (...asked) => {
      scans += 1;
      // The program folds further between reading the checkpoints and reading the documents.
      if (scans === 1) await feed(documents, events, { projections });
      return scan(...asked);
    };
    const compared = await compare();
    expect(found(compared)).toEqual({ tasks: {}, days: {} });
    expect(compared[0]?.checkpoint).toBe(events.at(-1)?.position);
  });

  test('that are not built yet are said to be so', async () => {
    const { documents } = await serving();
    const scratch = openTemporaryDocuments();
    const unbuilt = [{ ...counting(1), name: 'new' }];
    async function* all() {
      yield events;
    }
    expect(await compareReadModels({ projections: unbuilt, serving: documents, scratch, events: all })).toEqual([
      { name: 'new', version: 1, checkpoint: null, documents: 0, differences: new Map() },
    ]);
    await scratch.close();
  });
});
