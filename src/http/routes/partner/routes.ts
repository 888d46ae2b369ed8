import { addPartner, askSummary, changePartner } from '../../../app/partner/partners.ts';
import * as calls from '../../../contracts/calls/partner.ts';
import type { Stored } from '../../../ports/documents.ts';
import { presentPartner } from '../../../presenters/partner.ts';
import { partner as findPartner, type PartnerDoc, partnersOf } from '../../../projections/partner/partners.ts';
import { etag } from '../../kernel/headers.ts';
import { callerOf } from '../../kernel/principal.ts';
import { notFound } from '../../kernel/problems.ts';
import { json, type Route, route } from '../../kernel/route.ts';
import { byId } from '../../one-shown.ts';
import { type Deps, waitForReadModels } from '../../routes.ts';

const ON_ITS_WAY = { message: 'A summary is on its way to your partner.' };

export function partnerRoutes(deps: Deps): readonly Route[] {
  const { app } = deps;
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
    route(calls.listPartners, {
      async handle({ principal }) {
        const found = await partnersOf(app.views, principal.owner);
        return json(200, await Promise.all(found.map((one) => presentPartner(app.opener, one))));
      },
    }),
    route(calls.invitePartner, {
      async handle({ principal, body, newId, correlationId }) {
        const { id, position } = await addPartner(app, callerOf({ principal, correlationId }), body, newId());
        await waitForReadModels(deps, position);
        const { body: made, tag } = await shown(principal.owner, id);
        return json(201, made, { ETag: tag, Location: `/api/partners/${id}` });
      },
    }),
    route(calls.readPartner, {
      async handle({ principal, params }) {
        const { body, tag } = await shown(principal.owner, params.id ?? '');
        return json(200, body, { ETag: tag });
      },
    }),
    route(calls.changePartner, {
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
    route(calls.sendSummary, {
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
