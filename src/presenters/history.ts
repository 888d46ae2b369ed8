import type { AuditEntry, HistoryEntry } from '../contracts/report.ts';
import { labelAlone, publicNameOf } from '../domain/kernel/define-event.ts';
import { isOwnWord } from '../domain/task/rules.ts';
import type { Opener } from '../ports/opener.ts';
import { changesOf, definitionOf } from '../projections/history/changes.ts';
import type { HistoryDoc } from '../projections/history/history.ts';
import type { HistoryEntry as StoredEntry } from '../projections/history/timeline.ts';
import { type ActorNames, presentActor } from './actors.ts';

type Sealed = Readonly<Record<string, string | null>>;

/** Opens sealed fields. Each sealed object holds its value under the name of the field. */
const openedFields = (opener: Opener, owner: string, sealed: Sealed): Record<string, unknown> =>
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

/** An entry of the history as the API gives it. `opener` must be ready for the owner. */
export function presentHistory(opener: Opener, { doc, title: sealed }: StoredEntry, names: ActorNames): HistoryEntry {
  const definition = definitionOf(doc);
  const title = sealed === null ? null : ((opener.openNow(doc.owner, sealed)?.title as string | undefined) ?? null);
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

/** An entry of the audit trail as the API gives it. `opener` must be ready for the owner. */
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
