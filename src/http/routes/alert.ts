import { acknowledgeAlerts, acknowledgeAllAlerts } from '../../app/alert.ts';
import { acknowledgeAlert } from '../../app/task/tasks.ts';
import * as calls from '../../contracts/calls/alert.ts';
import type { Alert } from '../../contracts/task.ts';
import type { Stored } from '../../ports/documents.ts';
import { presentAlert } from '../../presenters/alert.ts';
import { type AlertDoc, activeAlerts, alertsOf, alert as findAlert } from '../../projections/alert.ts';
import { etag } from '../kernel/headers.ts';
import { jsonOf, listPage } from '../kernel/list-page.ts';
import { callerOf } from '../kernel/principal.ts';
import { notFound } from '../kernel/problems.ts';
import { json, type Route, route } from '../kernel/route.ts';
import { byId } from '../one-shown.ts';
import { type Deps, waitForReadModels } from '../routes.ts';

const A_PAGE = 50;

export function alertRoutes(deps: Deps): readonly Route[] {
  const { app, pages } = deps;
  const present = async (owner: string, found: readonly Stored<AlertDoc>[]): Promise<readonly Alert[]> => {
    await app.opener.ready(owner);
    const now = app.clock.now();
    return found.map((one) => presentAlert(app.opener, one, now));
  };
  const own = async (owner: string, id: string): Promise<Stored<AlertDoc>> => {
    const found = await byId(id, (known) => findAlert(app.views, known));
    if (found?.doc.owner !== owner) throw notFound();
    return found;
  };

  return [
    route(calls.listAlerts, {
      async handle(call) {
        const { owner } = call.principal;
        return listPage(pages, call, {
          limit: A_PAGE,
          read: (page) => alertsOf(app.views, owner, page),
          texts: async (found) => jsonOf(await present(owner, found)),
        });
      },
    }),
    route(calls.listActiveAlerts, {
      handle: async ({ principal }) => json(200, await present(principal.owner, await activeAlerts(app.views, principal.owner))),
    }),
    route(calls.acknowledgeAlert, {
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
    route(calls.acknowledgeAlerts, {
      async handle({ principal, body, correlationId }) {
        const caller = callerOf({ principal, correlationId });
        const { acknowledged, position } =
          body.ids === undefined ? await acknowledgeAllAlerts(app, caller) : await acknowledgeAlerts(app, caller, body.ids);
        await waitForReadModels(deps, position);
        return json(200, { acknowledged });
      },
    }),
  ];
}
