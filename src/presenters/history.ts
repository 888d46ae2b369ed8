import type { AuditEntry, HistoryEntry } from '../contracts/report.ts';
import type { Opener } from '../domain/kernel/vault.ts';
import { detailOf } from '../http/routes/report/details.ts';
import { changesOf } from '../projections/history/changes.ts';
import type { HistoryDoc } from '../projections/history/history.ts';
import type { HistoryEntry as Told } from '../projections/history/timeline.ts';

type Sealed = Readonly<Record<string, string | null>>;

/** Each sealed object holds its field by the field's own name. */
const opened = (opener: Opener, owner: string, sealed: Sealed): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(sealed).map(([field, value]) => [
      field,
      value === null ? (field === 'tags' ? [] : null) : (opener.openNow(owner, value)?.[field] ?? null),
    ]),
  );

const actorOf = ({ actor }: HistoryDoc, ownerName: string): HistoryEntry['actor'] => ({
  kind: actor.kind,
  name: actor.kind === 'user' ? ownerName : null,
});

function changed(opener: Opener, doc: HistoryDoc): { before: Record<string, unknown>; after: Record<string, unknown> } {
  const { before, after, sealedBefore, sealedAfter } = changesOf(doc);
  return {
    before: { ...before, ...opened(opener, doc.owner, sealedBefore) },
    after: { ...after, ...opened(opener, doc.owner, sealedAfter) },
  };
}

/** `opener` must be ready for the owner. */
export function presentHistory(opener: Opener, { doc, title }: Told, ownerName: string): HistoryEntry {
  return {
    id: doc.event_id,
    at: doc.at,
    type: doc.type,
    action: doc.action,
    title: title === null ? null : ((opener.openNow(doc.owner, title)?.title as string | undefined) ?? null),
    task_id: doc.task_id,
    actor: actorOf(doc, ownerName),
    detail: detailOf(doc, changed(opener, doc)),
  };
}

/** `opener` must be ready for the owner. */
export function presentAudit(opener: Opener, { position, doc }: Told, ownerName: string): AuditEntry {
  return {
    id: doc.event_id,
    at: doc.at,
    recorded_at: doc.recorded_at,
    actor: actorOf(doc, ownerName),
    action: doc.action,
    subject: { ...doc.subject },
    ...changed(opener, doc),
    position,
    hash: doc.hash,
  };
}
