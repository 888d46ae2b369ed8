import type { App } from '../app/app.ts';
import type { AuditEntry, HistoryEntry } from '../contracts/report.ts';
import { labelAlone, publicNameOf, type SealedByField } from '../domain/kernel/define-event.ts';
import { partnerKeyOwner } from '../domain/partner/events.ts';
import { isOwnWord } from '../domain/task/rules.ts';
import type { Opener } from '../ports/secrets.ts';
import type { HistoryDoc } from '../projections/history/history.ts';
import { changesOf, definitionOf, type HistoryEntry as StoredEntry } from '../projections/history/timeline.ts';
import { partner } from '../projections/partner/partners.ts';

/** The names of the people who acted in some entries. */
export interface ActorNames {
  readonly owner: string;
  /** Names by partner id. A partner whose key was destroyed has no name any more. */
  readonly partners: ReadonlyMap<string, string>;
}

/** Opens the names of the partners who acted in these entries. On most pages there is none. */
export async function actorNames(
  { views, opener }: Pick<App, 'views' | 'opener'>,
  owner: string,
  entries: readonly { readonly doc: HistoryDoc }[],
): Promise<ActorNames> {
  const ids = new Set(entries.flatMap(({ doc: { actor } }) => (actor.kind === 'partner' && actor.id !== null ? [actor.id] : [])));
  const partners = new Map<string, string>();
  for (const id of ids) {
    const found = await partner(views, id);
    const person = found && (await opener.open(partnerKeyOwner(id), found.doc.person));
    if (person && person.name !== '') partners.set(id, person.name);
  }
  return { owner, partners };
}

/** Who acted, with a name: the owner's, the partner's, the model of an AI, or the provider's. The system has no name. */
export function presentActor({ actor: { kind, id } }: HistoryDoc, { owner, partners }: ActorNames): HistoryEntry['actor'] {
  if (kind === 'user') return { kind, name: owner };
  if (kind === 'partner') return { kind, name: (id !== null && partners.get(id)) || null };
  return { kind, name: kind === 'system' ? null : id };
}

/** Opens sealed fields. Each sealed object holds its value under the name of the field. */
const openedFields = (opener: Opener, owner: string, sealed: SealedByField): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(sealed).map(([field, value]) => [
      field,
      value === null ? (field === 'tags' ? [] : null) : (opener.openNow(owner, value)?.[field] ?? null),
    ]),
  );

function openedChanges(opener: Opener, doc: HistoryDoc): { before: Record<string, unknown>; after: Record<string, unknown> } {
  const { before, after, sealedBefore, sealedAfter } = changesOf(doc);
  return {
    before: { ...before, ...openedFields(opener, doc.owner, sealedBefore) },
    after: { ...after, ...openedFields(opener, doc.owner, sealedAfter) },
  };
}

/** `opener` must be ready for the owner. */
export function presentHistory(opener: Opener, { doc, title: sealed }: StoredEntry, names: ActorNames): HistoryEntry {
  const definition = definitionOf(doc);
  const opened = opener.openNow(doc.owner, sealed)?.title;
  const title = typeof opened === 'string' ? opened : null;
  return {
    id: doc.event_id,
    at: doc.at,
    type: doc.type,
    action: publicNameOf(definition, doc.data),
    label: title === null ? labelAlone(definition) : definition.label,
    title,
    task_id: doc.task_id,
    actor: presentActor(doc, names),
    detail: definition.detail({ data: doc.data, ...openedChanges(opener, doc) }),
    on_word: isOwnWord(doc.data),
  };
}

/** `opener` must be ready for the owner. */
export function presentAudit(opener: Opener, { position, doc }: StoredEntry, names: ActorNames): AuditEntry {
  const definition = definitionOf(doc);
  const changes = openedChanges(opener, doc);
  return {
    id: doc.event_id,
    at: doc.at,
    recorded_at: doc.recorded_at,
    actor: presentActor(doc, names),
    action: publicNameOf(definition, doc.data),
    label: labelAlone(definition),
    detail: definition.detail({ data: doc.data, ...changes }),
    on_word: isOwnWord(doc.data),
    subject: { ...doc.subject },
    ...changes,
    position,
    hash: doc.hash,
  };
}
