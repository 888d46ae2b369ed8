import { z } from 'zod';
import { auditEntry } from '../../../contracts/report.ts';
import { actorNames } from '../../../presenters/actors.ts';
import { presentAudit } from '../../../presenters/history.ts';
import { historyOf } from '../../../projections/history/timeline.ts';
import { task as findTask } from '../../../projections/task/task-lists.ts';
import { createReports } from '../../../reports/service.ts';
import type { Deps } from '../../deps.ts';
import { jsonOf, listPage } from '../../kernel/list-page.ts';
import { pageQuery } from '../../kernel/pages.ts';
import { notFound } from '../../kernel/problems.ts';
import { type AnyRoute, route } from '../../kernel/route.ts';

const A_PAGE = 50;

export function auditRoutes({ app, pages }: Deps): readonly AnyRoute[] {
  const reports = createReports(app);
  return [
    route({
      method: 'GET',
      scopes: ['reports:read'],
      path: '/api/audit',
      tag: 'Audit',
      access: 'user',
      summary: 'Every event, with what it changed, newest first',
      description: 'Of one task with `task_id`, also of a deleted one. `position` and `hash` are its place and its link in the chain.',
      query: z.object({ task_id: z.string({ error: 'One id.' }).min(1).max(100).optional(), ...pageQuery(200) }),
      replies: { 200: { description: 'Entries', schema: z.array(auditEntry), pages: true } },
      refusals: ['not_found'],
      async handle(call) {
        const { task_id } = call.query;
        const { owner } = call.principal;
        if (task_id !== undefined && (await findTask(app.views, task_id))?.doc.owner !== owner) throw notFound();
        const { name } = await reports.reader(owner);
        return listPage(pages, call, {
          limit: A_PAGE,
          read: (page) => historyOf(app.views, owner, task_id === undefined ? {} : { task_id }, page),
          async texts(found) {
            const names = await actorNames(app, name, found);
            return jsonOf(found.map((entry) => presentAudit(app.opener, entry, names)));
          },
        });
      },
    }),
  ];
}
