import { z } from 'zod';
import { auditEntry } from '../../../contracts/report.ts';
import { actorNames } from '../../../presenters/actors.ts';
import { presentAudit } from '../../../presenters/history.ts';
import { historyOf } from '../../../projections/history/timeline.ts';
import { task as findTask } from '../../../projections/task/task-lists.ts';
import { createReports } from '../../../reports/service.ts';
import type { Deps } from '../../deps.ts';
import { nextLink, pageQuery } from '../../kernel/pages.ts';
import { notFound } from '../../kernel/problems.ts';
import { type AnyRoute, json, route } from '../../kernel/route.ts';

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
        const { task_id, limit = A_PAGE, after } = call.query;
        if (task_id !== undefined && (await findTask(app.views, task_id))?.doc.owner !== call.principal.owner) throw notFound();
        const cursor = pages.cursor(after, `${call.principal.owner} ${call.context.path}`);
        const found = await historyOf(app.views, call.principal.owner, task_id === undefined ? {} : { task_id }, {
          limit,
          ...(cursor && { after: cursor }),
        });
        const { name } = await reports.reader(call.principal.owner);
        const names = await actorNames(app, name, found.items);
        return json(
          200,
          found.items.map((entry) => presentAudit(app.opener, entry, names)),
          nextLink(pages, call, found.next),
        );
      },
    }),
  ];
}
