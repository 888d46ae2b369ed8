import { provenEvent } from '../../app/ledger/proofs.ts';
import * as calls from '../../contracts/calls/history.ts';
import { actorNames, presentAudit } from '../../presenters/history.ts';
import { LISTED_ACTIONS } from '../../projections/history/selection.ts';
import { historyOf } from '../../projections/history/timeline.ts';
import { createReports } from '../../reports/service.ts';
import { jsonOf, listPage } from '../kernel/list-page.ts';
import { invalid } from '../kernel/problems.ts';
import { type Route, route, tagged } from '../kernel/route.ts';
import type { Deps } from '../routes.ts';
import { requireOwnTask } from './own-task.ts';

const A_PAGE = 50;

export function auditRoutes({ app, pages }: Deps): readonly Route[] {
  const reports = createReports(app);
  return [
    route(calls.listAuditEntries, {
      async handle(call) {
        const { type: action, task_id, actor, from, to } = call.query;
        const { owner } = call.principal;
        if (action !== undefined && !LISTED_ACTIONS.has(action)) throw invalid({ type: [`No entry has the action ${action}.`] });
        await requireOwnTask(app.views, owner, task_id);
        const { name } = await reports.reader(owner);
        const page = await listPage(pages, call, {
          limit: A_PAGE,
          read: (page) => historyOf(app.views, owner, { action, task_id, actor, from, to }, page),
          async texts(found) {
            const names = await actorNames(app, name, found);
            return jsonOf(found.map((entry) => presentAudit(app.opener, entry, names)));
          },
        });
        return { ...page, lasts: 'until_change' };
      },
    }),
    route(calls.readAuditEvent, {
      async handle({ principal: { owner }, params }) {
        const { event, leaf_index, proof } = await provenEvent(app, owner, params.id ?? '');
        const { hash, previous_hash } = event.metadata;
        return tagged({ event, hash, previous_hash, stream: event.stream, revision: event.revision, leaf_index, proof });
      },
    }),
  ];
}
