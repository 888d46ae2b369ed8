import type { Sealed } from '../../domain/kernel/event.ts';
import {
  PartnerAccepted,
  PartnerChanged,
  PartnerDeclined,
  type PartnerDetail,
  PartnerInvited,
  PartnerRemoved,
  type PartnerRole,
  type PartnerStatus,
  PartnerUnsubscribed,
  type Person,
  partnerStream,
} from '../../domain/partner/events.ts';
import { roleOf } from '../../domain/partner/rules.ts';
import type { Stored } from '../../ports/documents.ts';
import { type Fold, folds, on, type Projection } from '../engine/projection.ts';
import { everything, type Views } from '../engine/views.ts';

/** By partner id. `person` is sealed under the partner's key (`partnerKeyOwner(id)`). */
export type PartnerDoc = {
  readonly owner: string;
  readonly status: PartnerStatus;
  readonly detail: PartnerDetail;
  readonly role: PartnerRole;
  readonly person: Sealed<Person>;
  readonly has_whatsapp: boolean;
  readonly created_at: string;
  readonly invited_at: string;
  readonly accepted_at: string | null;
  /** When they declined, unsubscribed or were removed; null: they have accepted, or can still do so. */
  readonly ended_at: string | null;
  readonly version: number;
};

const end =
  (status: PartnerStatus): Fold<PartnerDoc> =>
  (doc, event) =>
    doc && { ...doc, status, ended_at: event.metadata.at, version: event.revision };

export const partners: Projection<PartnerDoc> = {
  name: 'partners',
  version: 3,
  incompatible: true,
  indexes: [{ name: 'newest', fields: ['owner', 'created_at'] }],
  ids: ({ stream }) => {
    const id = partnerStream.idOf(stream);
    return id === null ? [] : [id];
  },
  on: folds(
    on(PartnerInvited, (doc, { data, private: person, metadata, revision }) => ({
      owner: data.user_id,
      status: 'invited',
      detail: data.detail,
      role: roleOf(data),
      person,
      has_whatsapp: data.has_whatsapp,
      created_at: doc?.created_at ?? metadata.at,
      invited_at: metadata.at,
      accepted_at: null,
      ended_at: null,
      version: revision,
    })),
    on(
      PartnerChanged,
      (doc, { data, private: person, revision }) =>
        doc && { ...doc, detail: data.detail, has_whatsapp: data.has_whatsapp, person, version: revision },
    ),
    on(
      PartnerAccepted,
      (doc, event) =>
        doc && { ...doc, status: 'accepted', accepted_at: doc.accepted_at ?? event.metadata.at, ended_at: null, version: event.revision },
    ),
    on(PartnerDeclined, end('declined')),
    on(PartnerUnsubscribed, end('unsubscribed')),
    on(PartnerRemoved, end('removed')),
  ),
};

export const partner = (views: Views, id: string): Promise<Stored<PartnerDoc> | null> =>
  views.documents.get<PartnerDoc>(views.current(partners.name), id);

export const partnersOf = (views: Views, owner: string): Promise<readonly Stored<PartnerDoc>[]> =>
  everything<PartnerDoc>(views.documents, views.current(partners.name), { index: 'newest', equals: [owner], order: 'desc' });
