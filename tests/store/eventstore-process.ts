// A process for eventstore-ending.test.ts: appends, subscribes, and closes its log on request. Then it has nothing left to do.

import { once } from 'node:events';
import { START } from '../../src/domain/kernel/event.ts';
import { openEventStore } from '../../src/store/event-log/event-store.ts';
import { openEventStoreLog } from '../../src/store/event-log/eventstore/log.ts';
import { anEvent } from '../contract/events.ts';
import { TestClock } from '../support/clock.ts';

const [url = ''] = process.argv.slice(2);
// Anything left open after closing would keep the process alive for longer than the test waits.
const log = openEventStoreLog({ url, timeouts: { call: 120_000, silence: 400 } });
const store = openEventStore({ log, clock: new TestClock(), vault: { key: async () => null } });
const heard = Promise.withResolvers<void>();
store.subscribe(START, async () => heard.resolve());
await store.append('s-1', 'no_stream', [anEvent()]);
await heard.promise;
process.stdout.write('ready\n');
await once(process.stdin, 'data');
process.stdin.destroy();
// This is under way while the log is closed.
const reading = store.readStream('s-1').catch(() => undefined);
await log.close();
await reading;
process.stdout.write('closed\n');
