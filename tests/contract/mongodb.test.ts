import { afterEach, describe } from 'vitest';
import { type Mongo, openMongo } from '../../src/store/mongo/connect.ts';
import { mongoLeaseRows } from '../../src/store/mongo/lease-rows.ts';
import { sharedMongo } from '../servers/shared.ts';
import { leaseDaysContract } from './lease-days.ts';
import { leasesContract } from './leases.ts';

const server = await sharedMongo();
const opened: Mongo[] = [];
afterEach(async () => {
  for (const mongo of opened.splice(0)) await mongo.close();
});

/** A database of its own. */
function fresh(): Mongo {
  const mongo = openMongo({ url: server?.database() ?? '' });
  opened.push(mongo);
  return mongo;
}
const rowsAt = (fixed: () => Date) => mongoLeaseRows(fresh(), { fixed });

describe.skipIf(server === null)(`leases on ${server?.name}`, () => {
  leasesContract(rowsAt);
  leaseDaysContract(() => rowsAt, 20);
});
