import { AccountDeleted, AccountDeletionRequested, accountStream } from '../../domain/account/events.ts';
import { FileRemoved, FileUploaded, fileStream } from '../../domain/file/events.ts';
import { isEvent } from '../../domain/kernel/define-event.ts';
import { partnerKeyOwner, partnerStream } from '../../domain/partner/events.ts';
import type { StoredEvent } from '../../store/event-log/raw-log.ts';
import type { NamedFile } from '../../store/verify/files.ts';
import type { SealedPart } from '../../store/verify/keys.ts';

/** What the events of a log say about keys and files. */
export interface Noted {
  readonly visit: (event: StoredEvent) => void;
  readonly files: ReadonlyMap<string, NamedFile>;
  /** The first sealed part of each owner. */
  readonly sealed: ReadonlyMap<string, SealedPart>;
  readonly mustHaveKey: (owner: string) => boolean;
}

export function noteEvents(): Noted {
  const files = new Map<string, NamedFile>();
  const sealed = new Map<string, SealedPart>();
  const accounts = new Set<string>();
  const left = new Set<string>();
  /** The account of each partner, by the owner of the partner's key. */
  const accountOf = new Map<string, string>();

  function noteFile(event: StoredEvent, owner: string): void {
    const id = fileStream.idOf(event.stream);
    if (id === null) return;
    if (isEvent(event, FileRemoved)) files.delete(id);
    if (!isEvent(event, FileUploaded)) return;
    const { content, size } = event.data;
    files.set(id, { id, owner, stream: event.stream, event_id: event.id, content, size, sealed: event.private });
  }

  function notePartner({ stream, data }: StoredEvent): void {
    const id = partnerStream.idOf(stream);
    if (id !== null && 'user_id' in data && typeof data.user_id === 'string') accountOf.set(partnerKeyOwner(id), data.user_id);
  }

  return {
    files,
    sealed,
    visit(event) {
      const { owner } = event.metadata;
      notePartner(event);
      if (owner === null) return;
      if (event.stream === accountStream(owner)) accounts.add(owner);
      if (isEvent(event, AccountDeletionRequested, AccountDeleted)) left.add(owner);
      if (event.private !== null && !sealed.has(owner))
        sealed.set(owner, { stream: event.stream, event_id: event.id, sealed: event.private });
      noteFile(event, owner);
    },
    mustHaveKey(owner) {
      const account = accountOf.get(owner) ?? owner;
      return accounts.has(account) && !left.has(account);
    },
  };
}
