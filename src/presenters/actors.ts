import type { App } from '../app/app.ts';
import type { HistoryEntry } from '../contracts/report.ts';
import { partnerKeyOwner } from '../domain/partner/events.ts';
import type { HistoryDoc } from '../projections/history/history.ts';
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
    if (typeof person?.name === 'string' && person.name !== '') partners.set(id, person.name);
  }
  return { owner, partners };
}

/** Who acted, with a name: the owner's, the partner's, the model of an AI, or the provider's. The system has no name. */
export function presentActor({ actor: { kind, id } }: HistoryDoc, { owner, partners }: ActorNames): HistoryEntry['actor'] {
  if (kind === 'user') return { kind, name: owner };
  if (kind === 'partner') return { kind, name: (id !== null && partners.get(id)) || null };
  return { kind, name: kind === 'system' ? null : id };
}
