import { ownerZone } from '../../app/caller.ts';
import { changeFocus, stopFocus } from '../../app/focus/sessions.ts';
import { startFocus } from '../../app/focus/start.ts';
import * as calls from '../../contracts/calls/focus.ts';
import type { Focus, FocusSession } from '../../contracts/focus.ts';
import { localDate } from '../../domain/calendar/local.ts';
import { presentSession } from '../../presenters/focus.ts';
import { derivedTag } from '../../presenters/task.ts';
import { focusNow, focusSession, type SessionDoc, sessionsOf } from '../../projections/focus.ts';
import { tasksById } from '../../projections/task/task-lists.ts';
import { alongWithOthers } from '../kernel/faults.ts';
import { dryRun } from '../kernel/idempotency.ts';
import { jsonOf, listPage } from '../kernel/list-page.ts';
import { callerOf } from '../kernel/principal.ts';
import { type Route, route, tagged } from '../kernel/route.ts';
import { byId, idOf, oneShown } from '../one-shown.ts';
import type { Deps } from '../routes.ts';

const A_PAGE = 50;

export function focusRoutes(deps: Deps): readonly Route[] {
  const { app, pages } = deps;

  async function present(owner: string, sessions: readonly SessionDoc[], now = app.clock.now()): Promise<readonly FocusSession[]> {
    const titles = await tasksById(
      app.views,
      sessions.flatMap(({ task_id }) => task_id ?? []),
    );
    await app.opener.ready(owner);
    return sessions.map((session) => presentSession(app.opener, session, { titles, now }));
  }

  const { version, written } = oneShown(deps, async ({ principal: { owner }, params }) => {
    const found = await byId(params.id, (id) => focusSession(app.views, id));
    if (found === null || found.doc.owner !== owner) return null;
    const [body] = await present(owner, [found.doc]);
    return body ? { body, tag: derivedTag(found.doc.version, body) } : null;
  });

  async function readFocus(owner: string): Promise<Focus> {
    const now = app.clock.now();
    const { current, today } = await focusNow(app.views, owner, localDate(now, await ownerZone(app, owner)), now);
    const [session = null] = current === null ? [] : await present(owner, [current.doc], now);
    return { current: session, today };
  }

  const change = (call: typeof calls.pauseFocus | typeof calls.resumeFocus, type: 'Pause' | 'Resume') =>
    route(call, {
      handle: async (asked) => written(asked, await changeFocus(app, callerOf(asked), idOf(asked), type, await version(asked))),
    });

  return [
    route(calls.readFocus, { handle: async ({ principal }) => tagged(await readFocus(principal.owner)) }),
    route(calls.startFocus, {
      faults: [
        alongWithOthers(({ principal, correlationId }, left) =>
          dryRun(app, (closed) => startFocus(closed, callerOf({ principal, correlationId }), left)),
        ),
      ],
      async handle(call) {
        const started = await startFocus(app, callerOf(call), call.body, call.newId());
        return written(call, started, 201, { Location: `${calls.startFocus.path}/${started.id}` });
      },
    }),
    change(calls.pauseFocus, 'Pause'),
    change(calls.resumeFocus, 'Resume'),
    route(calls.stopFocus, {
      handle: async (call) => written(call, await stopFocus(app, callerOf(call), idOf(call), call.body, await version(call))),
    }),
    route(calls.listFocusSessions, {
      async handle(call) {
        const { owner } = call.principal;
        const { from, to, task_id } = call.query;
        return listPage(pages, call, {
          limit: A_PAGE,
          read: (page) => sessionsOf(app.views, owner, { from, to, task_id }, page),
          texts: async (found) =>
            jsonOf(
              await present(
                owner,
                found.map(({ doc }) => doc),
              ),
            ),
        });
      },
    }),
  ];
}
