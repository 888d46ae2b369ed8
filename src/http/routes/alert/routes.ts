import { z } from 'zod';
import { acknowledgeAlert } from '../../../app/task/tasks.ts';
import { type Alert, alert } from '../../../contracts/task.ts';
import { presentAlert } from '../../../presenters/alert.ts';
import { type AlertDoc, activeAlerts, alertsOf, alert as findAlert } from '../../../projections/alert/alerts.ts';
import type { Stored } from '../../../projections/engine/documents.ts';
import { type Deps, waitForReadModels } from '../../deps.ts';
import { optionalJsonBody } from '../../kernel/bodies.ts';
import { etag } from '../../kernel/etag.ts';
import { jsonOf, listPage } from '../../kernel/list-page.ts';
import { pageQuery } from '../../kernel/pages.ts';
import { callerOf } from '../../kernel/principal.ts';
import { notFound } from '../../kernel/problems.ts';
import { type AnyRoute, json, route } from '../../kernel/route.ts';
import { byId } from '../../one-shown.ts';

const A_PAGE = 50;

export function alertRoutes(deps: Deps): readonly AnyRoute[] {
  const { app, pages } = deps;
  const common = { tag: 'Alerts', access: 'user' } as const;
  const present = async (owner: string, found: readonly Stored<AlertDoc>[]): Promise<readonly Alert[]> => {
    await app.opener.ready(owner);
    return found.map((one) => presentAlert(app.opener, one));
  };
  const own = async (owner: string, id: string): Promise<Stored<AlertDoc>> => {
    const found = await byId(id, (known) => findAlert(app.views, known));
    if (found?.doc.owner !== owner) throw notFound();
    return found;
  };

  return [
    route({
      ...common,
      method: 'GET',
      scopes: ['tasks:read'],
      path: '/api/alerts',
      summary: 'All alerts, newest first',
      query: z.object(pageQuery(200)),
      replies: { 200: { description: 'Alerts', schema: z.array(alert), pages: true } },
      async handle(call) {
        const { owner } = call.principal;
        return listPage(pages, call, {
          limit: A_PAGE,
          read: (page) => alertsOf(app.views, owner, page),
          texts: async (found) => jsonOf(await present(owner, found)),
        });
      },
    }),
    route({
      ...common,
      method: 'GET',
      scopes: ['tasks:read'],
      path: '/api/alerts/active',
      summary: 'Alerts that are neither acknowledged nor resolved, newest first',
      replies: { 200: { description: 'Alerts', schema: z.array(alert) } },
      handle: async ({ principal }) => json(200, await present(principal.owner, await activeAlerts(app.views, principal.owner))),
    }),
    route({
      ...common,
      method: 'PATCH',
      scopes: ['tasks:write'],
      path: '/api/alerts/{id}/acknowledge',
      summary: 'Acknowledge an alert; again is fine',
      body: optionalJsonBody(z.strictObject({})),
      replies: { 200: { description: 'The alert as it now is', schema: alert, etag: true } },
      refusals: ['not_found', 'precondition_failed'],
      async handle({ principal, params, ifMatch, correlationId }) {
        const id = params.id ?? '';
        const { doc } = await own(principal.owner, id);
        const version = ifMatch?.versionAmong(doc.version) ?? null;
        const { position } = await acknowledgeAlert(app, callerOf({ principal, correlationId }), id, version);
        await waitForReadModels(deps, position);
        const now = await own(principal.owner, id);
        return json(200, (await present(principal.owner, [now]))[0], { ETag: etag(now.doc.version) });
      },
    }),
  ];
}
