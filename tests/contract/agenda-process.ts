// A process for mongodb-jobs.test.ts: runs a piece of work until it is killed.

import { startAgenda } from '../../src/jobs/agenda.ts';
import { openMongo } from '../../src/store/mongo/connect.ts';
import { openMongoJobs } from '../../src/store/mongo/jobs.ts';

const [url = '', lockMs = ''] = process.argv.slice(2);
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const work = {
  name: 'work',
  every: '1 second',
  run: () => {
    process.stdout.write('running\n');
    return new Promise<void>(() => undefined);
  },
};
await startAgenda(openMongoJobs(openMongo({ url }).db), [work], quiet, { shared: true, lockMs: Number(lockMs) });
