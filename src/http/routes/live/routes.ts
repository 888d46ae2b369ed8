import * as calls from '../../../contracts/calls/live.ts';
import { TASK_IDS } from '../../../contracts/live.ts';
import { type Route, route } from '../../kernel/route.ts';
import type { Deps } from '../../routes.ts';

/** RFC 7240: a list of preferences, of which unknown ones are ignored. */
const preferencesIn = (prefer: string | string[] | undefined): readonly string[] =>
  String(prefer ?? '')
    .split(',')
    .map((one) => one.trim().toLowerCase());

const HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store',
  // Proxies would buffer the events.
  'X-Accel-Buffering': 'no',
  // When the answer ends, no request is to follow on its connection.
  Connection: 'close',
};

export const liveRoutes = ({ live, isStillSignedIn }: Deps): readonly Route[] => [
  route(calls.followChanges, {
    async handle({ principal: { owner }, context }) {
      const { req } = context;
      const lastEventId = req.headers['last-event-id'];
      const stream = await live.open({
        owner,
        lastEventId: typeof lastEventId === 'string' ? lastEventId : undefined,
        isSignedIn: () => isStillSignedIn(req),
        namesTasks: preferencesIn(req.headers.prefer).includes(TASK_IDS),
      });
      // A client that has left meanwhile closes nothing any more.
      if (context.res.closed) stream.destroy();
      // Compression would buffer the events.
      context.compress = false;
      return { status: 200, headers: HEADERS, stream };
    },
  }),
];
