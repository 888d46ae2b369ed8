import { LRUCache } from 'lru-cache';
import type { Position } from '../../domain/kernel/event.ts';
import type { Sealed } from '../../domain/kernel/sealed.ts';
import { tagKey } from '../../domain/task/tags.ts';
import { ownRoutines } from '../../projections/routine/routines.ts';
import { everyTask } from '../../projections/task/task-lists.ts';
import type { App } from '../app.ts';
import { withOwnerLock } from '../owner-lock.ts';

/** By the key of a tag, the spelling that came first. */
type Spellings = ReadonlyMap<string, string>;

/** How many tags all owners together have in the cache. */
const REMEMBERED = 50_000;
const caches = new WeakMap<object, LRUCache<string, Spellings>>();

function cacheOf({ documents }: App): LRUCache<string, Spellings> {
  const cache = caches.get(documents) ?? new LRUCache({ maxSize: REMEMBERED, sizeCalculation: (known) => known.size + 1 });
  caches.set(documents, cache);
  return cache;
}

const spelled = (tags: readonly string[], known: Spellings): readonly string[] => tags.map((tag) => known.get(tagKey(tag)) ?? tag);

/**
 * Writes tags in the spelling in which their owner used them first, since those that differ in case alone are one tag. Tags that
 * are not known yet are written one after the other, so that parallel writes do not introduce two spellings of one tag.
 */
export async function withSpelledTags<Result extends { readonly position: Position | null }>(
  app: App,
  owner: string,
  tags: readonly string[] | undefined,
  work: (tags: readonly string[] | undefined) => Promise<Result>,
): Promise<Result> {
  const known = cacheOf(app).get(owner);
  if (tags === undefined || tags.length === 0) return work(tags);
  if (known && tags.every((tag) => known.has(tagKey(tag)))) return work(spelled(tags, known));
  return withOwnerLock(app, owner, () => introduced(app, owner, tags, work), 'tags');
}

async function introduced<Result extends { readonly position: Position | null }>(
  app: App,
  owner: string,
  tags: readonly string[],
  work: (tags: readonly string[]) => Promise<Result>,
): Promise<Result> {
  const cache = cacheOf(app);
  // Where several processes write, another one may have introduced a tag since.
  const known = (app.shared === undefined ? cache.get(owner) : undefined) ?? (await spellingsOf(app, owner));
  const written = spelled(tags, known);
  const result = await work(written);
  cache.set(owner, new Map([...written.map((tag) => [tagKey(tag), tag] as const), ...known]));
  if (app.shared !== undefined && result.position !== null) await app.waitForReadModels(result.position);
  return result;
}

/** All tags of an owner, of deleted tasks too, each in the spelling of the oldest task or routine that has it. */
async function spellingsOf(app: App, owner: string): Promise<Spellings> {
  await app.opener.ready(owner);
  const used: { readonly at: string; readonly tags: readonly string[] }[] = [];
  const collect = (at: string, sealed: Sealed | null): void => {
    const tags = sealed === null ? undefined : app.opener.openNow(owner, sealed)?.tags;
    if (Array.isArray(tags)) used.push({ at, tags });
  };
  for await (const page of everyTask(app.views, owner)) for (const { doc } of page) collect(doc.created_at, doc.tags);
  for (const { doc } of await ownRoutines(app.views, owner)) collect(doc.created_at, doc.tags);
  const newestFirst = used.sort((a, b) => b.at.localeCompare(a.at)).flatMap(({ tags }) => tags.toReversed());
  return new Map(newestFirst.map((tag) => [tagKey(tag), tag]));
}
