import { z } from 'zod';
import { addPartner, askSummary, changePartner } from '../../../app/partner/partners.ts';
import { messageAnswer } from '../../../contracts/auth.ts';
import { editPartnerBody, newPartnerBody, partner } from '../../../contracts/partner.ts';
import { presentPartner } from '../../../presenters/partner.ts';
import type { Stored } from '../../../projections/engine/documents.ts';
import { partner as findPartner, type PartnerDoc, partnersOf } from '../../../projections/partner/partners.ts';
import { type Deps, waitForReadModels } from '../../deps.ts';
import { jsonBody, optionalJsonBody } from '../../kernel/bodies.ts';
import { etag } from '../../kernel/etag.ts';
import { callerOf } from '../../kernel/principal.ts';
import { notFound } from '../../kernel/problems.ts';
import { type AnyRoute, json, route } from '../../kernel/route.ts';
import { byId } from '../../one-shown.ts';

const INVITATIONS = 'At most 5 invitations in 24 hours, and 3 in 30 days to one address or number: beyond that 429 with `Retry-After`.';
const ON_ITS_WAY = { message: 'A summary is on its way to your partner.' };

export function partnerRoutes(deps: Deps): readonly AnyRoute[] {
  const { app } = deps;
  const common = { tag: 'Partners', access: 'user' } as const;
  const own = async (owner: string, id: string): Promise<Stored<PartnerDoc>> => {
    const found = await byId(id, (known) => findPartner(app.views, known));
    if (found?.doc.owner !== owner) throw notFound();
    return found;
  };
  const shown = async (owner: string, id: string) => {
    const found = await own(owner, id);
    return { body: await presentPartner(app.opener, found), tag: etag(found.doc.version) };
  };

  return [
    route({
      ...common,
      method: 'GET',
      scopes: ['settings:read'],
      path: '/api/partners',
      summary: 'All partners, newest first',
      replies: { 200: { description: 'Partners', schema: z.array(partner) } },
      async handle({ principal }) {
        const found = await partnersOf(app.views, principal.owner);
        return json(200, await Promise.all(found.map((one) => presentPartner(app.opener, one))));
      },
    }),
    route({
      ...common,
      method: 'POST',
      scopes: ['settings:write'],
      path: '/api/partners',
      summary: 'Invite a partner',
      description: `They get an invitation, and nothing else until they accept. One at a time, with the plan Pro two: the second one only judges tasks that name them. An address that declined or unsubscribed is not asked again. ${INVITATIONS}`,
      body: jsonBody(newPartnerBody),
      replies: { 201: { description: 'Invited', schema: partner, etag: true, location: true } },
      refusals: ['conflict'],
      async handle({ principal, body, newId, correlationId }) {
        const { id, position } = await addPartner(app, callerOf({ principal, correlationId }), body, newId());
        await waitForReadModels(deps, position);
        const { body: made, tag } = await shown(principal.owner, id);
        return json(201, made, { ETag: tag, Location: `/api/partners/${id}` });
      },
    }),
    route({
      ...common,
      method: 'GET',
      scopes: ['settings:read'],
      path: '/api/partners/{id}',
      summary: 'One partner',
      replies: { 200: { description: 'The partner', schema: partner, etag: true } },
      refusals: ['not_found'],
      async handle({ principal, params }) {
        const { body, tag } = await shown(principal.owner, params.id ?? '');
        return json(200, body, { ETag: tag });
      },
    }),
    route({
      ...common,
      method: 'PATCH',
      scopes: ['settings:write'],
      path: '/api/partners/{id}',
      summary: 'Change or remove a partner',
      description: `A changed address is invited anew, and an old one that had accepted gets a farewell. ${INVITATIONS}`,
      body: jsonBody(editPartnerBody),
      replies: { 200: { description: 'The partner as it now is', schema: partner, etag: true } },
      refusals: ['not_found', 'precondition_failed', 'conflict'],
      async handle({ principal, params, body, ifMatch, correlationId }) {
        const id = params.id ?? '';
        const { doc } = await own(principal.owner, id);
        const version = ifMatch?.versionAmong(doc.version) ?? null;
        const { position } = await changePartner(app, callerOf({ principal, correlationId }), id, body, version);
        await waitForReadModels(deps, position);
        const { body: now, tag } = await shown(principal.owner, id);
        return json(200, now, { ETag: tag });
      },
    }),
    route({
      ...common,
      method: 'POST',
      scopes: ['settings:write'],
      path: '/api/partners/{id}/summary',
      summary: 'Send the partner a progress summary now',
      description:
        'Only the first partner gets summaries. At most 5 in 24 hours: beyond that 429 with `Retry-After`. Where many write to one recipient, it is delayed.',
      body: optionalJsonBody(z.strictObject({})),
      replies: { 202: { description: 'Taken note of', schema: messageAnswer } },
      refusals: ['not_found', 'precondition_failed', 'not_accepted', 'conflict'],
      async handle({ principal, params, ifMatch, newId, correlationId }) {
        const id = params.id ?? '';
        const { doc } = await own(principal.owner, id);
        const version = ifMatch?.versionAmong(doc.version) ?? null;
        const { position } = await askSummary(app, callerOf({ principal, correlationId }), id, version, newId());
        await waitForReadModels(deps, position);
        return json(202, ON_ITS_WAY);
      },
    }),
  ];
}
