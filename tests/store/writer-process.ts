// A process for kill.test.ts: writes until it is killed, and prints each event once it is acknowledged.

import { anEvent, endOf } from '../contract/events.ts';
import { openTestStores } from '../support/app.ts';

const [dataDir = '', life = ''] = process.argv.slice(2);
const { store, vault } = openTestStores({ dataDir });
await vault.createKey('ann');
process.stdout.write('ready\n');
await Promise.all(
  Array.from({ length: 16 }, async (_, writer) => {
    const stream = `s-${life}-${writer}`;
    for (let expected = endOf(await store.readStream(stream)); ; ) {
      const { events } = await store.append(stream, expected, [anEvent({ owner: 'ann', private: { title: `${writer}` } }), anEvent()]);
      expected = endOf(events);
      process.stdout.write(`${events.map((event) => `${event.stream} ${event.revision} ${event.id}\n`).join('')}`);
    }
  }),
);
