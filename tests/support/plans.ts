import type { CommandStartedEvent, Document } from 'mongodb';
import { planOf } from '../../src/contracts/plan.ts';
import type { OwnersPlan } from '../../src/ports/billing.ts';
import { type Mongo, openMongo } from '../../src/store/mongo/connect.ts';
import { stagesOf } from '../../src/store/mongo/documents.ts';
import { PATIENT, withClient } from '../servers/mongodb/server.ts';

/** One lookup of documents, as a command contained it. */
interface Look {
  readonly url: string;
  readonly collection: string;
  readonly find: Document;
}

/**
 * Collections with one document for each read model, reactor, process, regular piece of work, or share of due work under way: these may be
 * read as a whole.
 */
const FEW: ReadonlySet<string> = new Set(['_checkpoints', '_workers', '_leases', '_due_shares', 'jobs', 'vault_reactors']);

const known = new Set<string>();
const heard: Look[] = [];

/** A connection whose lookups `scans` checks. */
export function openWatched(url: string): Mongo {
  const watched = new URL(url);
  watched.searchParams.set('monitorCommands', 'true');
  const mongo = openMongo({ url: watched.href, timeouts: PATIENT });
  mongo.db.client.on('commandStarted', (event) => listen(url, event));
  return mongo;
}

function listen(url: string, { commandName, command }: CommandStartedEvent): void {
  const collection = command[commandName];
  if (typeof collection !== 'string' || FEW.has(collection)) return;
  for (const find of looksIn(commandName, command)) {
    const shape = JSON.stringify([collection, find], (_, value) => (isPlain(value) || Array.isArray(value) ? value : typeof value));
    if (known.has(shape)) continue;
    known.add(shape);
    heard.push({ url, collection, find });
  }
}

const isPlain = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

function looksIn(name: string, command: Document): readonly Document[] {
  const { filter = {}, query = {}, sort, limit, pipeline = [], updates = [], deletes = [] } = command;
  // `scan` reads a whole collection behind an id, as intended.
  if (name === 'find' && filter._id?.$gt !== undefined) return [];
  if (name === 'find') return [{ filter, ...(sort && { sort }), ...(limit && { limit }) }];
  if (name === 'findAndModify') return [{ filter: query, ...(sort && { sort }), limit: 1 }];
  // Counting all documents reads a whole collection, as intended.
  if (name === 'count') return Object.keys(query).length > 0 ? [{ filter: query }] : [];
  if (name === 'aggregate') return [{ filter: pipeline[0]?.$match ?? {} }];
  return [...updates, ...deletes].map(({ q }: { q: Document }) => ({ filter: q }));
}

/** Gives the lookups since the last call for which the server reads whole collections. */
export async function scans(): Promise<readonly string[]> {
  const found: string[] = [];
  for (const look of heard.splice(0)) if (!(await isFound(look))) found.push(`${look.collection} ${JSON.stringify(look.find)}`);
  return found;
}

const ORDERED = ['$eq', '$in', '$lt', '$lte', '$gt', '$gte'];

/** Whether the server uses an index for the lookup, or for one of its conditions alone, which is enough for MongoDB. */
function isFound({ url, collection, find }: Look): Promise<boolean> {
  const parts = Object.entries(find.filter).filter(
    ([, value]) => !isPlain(value) || ORDERED.includes(Object.keys(value as object)[0] ?? ''),
  );
  const ways: readonly Document[] = [find, ...parts.map(([name, value]) => ({ filter: { [name]: value } }))];
  return withClient(url, async (client) => {
    for (const way of ways) {
      const plan = await client.db().command({ explain: { find: collection, ...way }, verbosity: 'queryPlanner' });
      if (!stagesOf(plan).includes('COLLSCAN')) return true;
    }
    return false;
  });
}

/** Plans of owners, as the port gives them. */
export const FREE: OwnersPlan = { plan: 'free', premium: false, phase: null, limits: planOf('free').limits };
export const PRO: OwnersPlan = { plan: 'pro', premium: true, phase: 'paid', limits: planOf('pro').limits };
