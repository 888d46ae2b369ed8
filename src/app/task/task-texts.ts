import { LRUCache } from 'lru-cache';
import type { Position, Sealed } from '../../domain/kernel/event.ts';
import { keysOf, pick } from '../../domain/kernel/records.ts';
import type { WrittenTexts } from '../../domain/task/commands.ts';
import { same } from '../../domain/task/draft.ts';
import type { HeldTexts, OwnTexts } from '../../domain/task/event-data.ts';
import { tagKey } from '../../domain/task/rules.ts';
import type { TaskState } from '../../domain/task/state.ts';
import { ownRoutines } from '../../projections/routine/routines.ts';
import { everyTask } from '../../projections/task/task-lists.ts';
import type { App } from '../app.ts';
import { withOwnerLock } from '../owner-lock.ts';

/** The first spelling of each tag, by its key. */
type Spellings = ReadonlyMap<string, string>;

/** How many tags of all owners together the cache holds. */
const REMEMBERED = 50_000;
const caches = new WeakMap<object, LRUCache<string, Spellings>>();

function cacheOf({ documents }: App): LRUCache<string, Spellings> {
  const cache = caches.get(documents) ?? new LRUCache({ maxSize: REMEMBERED, sizeCalculation: (known) => known.size + 1 });
  caches.set(documents, cache);
  return cache;
}

const spelled = (tags: readonly string[], known: Spellings): readonly string[] => tags.map((tag) => known.get(tagKey(tag)) ?? tag);

/**
 * Writes tags in the spelling that their owner used first, since tags that differ only in case are the same tag. Requests with new tags run
 * one after the other, so that they do not introduce two spellings of one tag.
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
  // If there are several processes, another one may have introduced a tag since.
  const known = (app.shared === undefined ? cache.get(owner) : undefined) ?? (await spellingsOf(app, owner));
  const written = spelled(tags, known);
  const result = await work(written);
  cache.set(owner, new Map([...written.map((tag) => [tagKey(tag), tag] as const), ...known]));
  if (app.shared !== undefined && result.position !== null) await app.waitForReadModels(result.position);
  return result;
}

/** All tags of an owner, also those of deleted tasks, each in the spelling of the oldest task or routine that has it. */
async function spellingsOf(app: App, owner: string): Promise<Spellings> {
  await app.opener.ready(owner);
  const used: { readonly at: string; readonly tags: readonly string[] }[] = [];
  const collect = (at: string, sealed: Sealed<Pick<OwnTexts, 'tags'>> | null): void => {
    const tags = app.opener.openNow(owner, sealed)?.tags;
    if (tags !== undefined) used.push({ at, tags });
  };
  for await (const page of everyTask(app.views, owner)) for (const { doc } of page) collect(doc.created_at, doc.tags);
  for (const { doc } of await ownRoutines(app.views, owner)) collect(doc.created_at, doc.tags);
  const newestFirst = used.sort((a, b) => b.at.localeCompare(a.at)).flatMap(({ tags }) => tags.toReversed());
  return new Map(newestFirst.map((tag) => [tagKey(tag), tag]));
}

/** The texts that differ from the present ones. They are compared here because deciders never open sealed values. */
export async function changedTexts(app: App, owner: string, { texts }: TaskState, written: WrittenTexts): Promise<WrittenTexts> {
  const given = keysOf(written).filter((name) => written[name] !== undefined);
  if (given.length === 0) return {};
  const present = await openedTexts(app, owner, texts);
  return pick(
    written,
    given.filter((name) => !same(written[name], present[name])),
  );
}

/** The present texts; null: there is none. */
export async function openedTexts({ opener }: App, owner: string, texts: HeldTexts): Promise<WrittenTexts> {
  const { title, description, tags, skip_reason, proof_requirement } = texts;
  return {
    title: (await opener.open(owner, title))?.title ?? null,
    description: (await opener.open(owner, description))?.description ?? null,
    tags: (await opener.open(owner, tags))?.tags ?? null,
    skip_reason: (await opener.open(owner, skip_reason))?.skip_reason ?? null,
    proof_requirement: (await opener.open(owner, proof_requirement))?.proof_requirement ?? null,
  };
}
