import { afterEach, describe, expect } from 'vitest';
import type { Documents } from '../../src/ports/documents.ts';
import type { Mongo } from '../../src/store/mongo/connect.ts';
import { openMongoDocuments } from '../../src/store/mongo/documents.ts';
import { mongoLeaseRows } from '../../src/store/mongo/lease-rows.ts';
import { sharedMongo } from '../servers/shared.ts';
import { openWatched, scans } from '../support/plans.ts';
import { documentFencesContract } from './document-fences.ts';
import { documentQueriesContract } from './document-queries.ts';
import { documentsContract } from './documents.ts';
import { leaseDaysContract } from './lease-days.ts';
import { leasesContract } from './leases.ts';

const server = await sharedMongo();
const opened: Mongo[] = [];
afterEach(async () => {
  expect(await scans()).toEqual([]);
  for (const mongo of opened.splice(0)) await mongo.close();
});

/** A database of its own. */
function fresh(): Mongo {
  const mongo = openWatched(server?.database() ?? '');
  opened.push(mongo);
  return mongo;
}
const openDocuments = async (): Promise<Documents> => {
  const mongo = fresh();
  return { ...openMongoDocuments(mongo), close: () => mongo.close() };
};
const rowsAt = (fixed: () => Date) => mongoLeaseRows(fresh(), { fixed });

describe.skipIf(server === null)(`documents on ${server?.name}`, { timeout: 120_000 }, () => {
  documentsContract(openDocuments, 20);
  documentQueriesContract(openDocuments, 40);
  documentFencesContract(openDocuments);
});

describe.skipIf(server === null)(`leases on ${server?.name}`, { timeout: 120_000 }, () => {
  leasesContract(rowsAt);
  leaseDaysContract(() => rowsAt, 20);
});
