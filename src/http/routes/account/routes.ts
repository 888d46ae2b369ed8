import { Readable } from 'node:stream';
import { advanceDeletion, cancelDeletion, requestDeletion, scheduleDeletion } from '../../../app/account/account-deletion.ts';
import { requestExport, takeExport } from '../../../app/export.ts';
import { listExports } from '../../../app/export-list.ts';
import * as calls from '../../../contracts/calls/account.ts';
import { NO_BUNDLE_PAGE, SIGN_IN_PAGE } from '../../../messages/partner/pages.ts';
import type { OpenFile } from '../../../ports/files.ts';
import { notFound } from '../../kernel/problems.ts';
import { json, type Route, route } from '../../kernel/route.ts';
import { type Deps, waitForReadModels } from '../../routes.ts';
import { refuseStaleSession } from './session.ts';

const UNDER_WAY = 'Your data is being put together. You will get an email with a link to download it.';
const KEPT = 'Your account stays.';
const SCHEDULED = 'Your account will be deleted in 7 days. Until then you can keep it.';
const DELETED = 'Your account has been deleted. You will be logged out.';

/** The file is closed even if nobody reads the stream to its end. */
const streamOf = ({ content, close }: OpenFile): Readable => Readable.from(content).once('close', () => void close());

export function accountRoutes(deps: Deps): readonly Route[] {
  const { app, sessions, browsers } = deps;
  return [
    route(calls.requestExport, {
      async handle({ context, principal, correlationId }) {
        if (context.method !== 'HEAD') await waitForReadModels(deps, await requestExport(app, principal.owner, correlationId));
        return json(202, { message: UNDER_WAY });
      },
    }),
    route(calls.listExports, {
      handle: async ({ principal }) => json(200, await listExports(app, principal.owner)),
    }),
    route(calls.downloadExport, {
      page: ({ status }) => (status === 404 ? NO_BUNDLE_PAGE : status === 401 ? SIGN_IN_PAGE : null),
      async handle({ context, params, principal, correlationId }) {
        // A prefetch or a HEAD request must not use up the link.
        const looks = context.method === 'HEAD' || /prefetch|prerender/i.test(context.get('Sec-Purpose') || context.get('Purpose'));
        const taken = await takeExport(app, principal.owner, params.token ?? '', correlationId, looks);
        if (looks) await taken?.file.close();
        if (taken === null || (looks && context.method !== 'HEAD')) throw notFound();
        const name = `vouch-export-${taken.at.slice(0, 10)}.zip`;
        const headers = {
          'Content-Type': 'application/zip',
          'Content-Disposition': `attachment; filename="${name}"`,
          'Cache-Control': 'no-store',
        };
        return { status: 200, headers, ...(!looks && { stream: streamOf(taken.file) }) };
      },
    }),
    route(calls.deleteAccount, {
      async handle({ context, body, principal, correlationId }) {
        await refuseStaleSession(app, principal);
        if (body.grace) {
          await waitForReadModels(deps, await scheduleDeletion(app, principal.owner, correlationId));
          return json(200, { message: SCHEDULED });
        }
        const known = await browsers.cookieWithout(context.req, principal.owner);
        await requestDeletion(app, principal.owner, correlationId);
        // The deletion is decided. Steps that fail now are retried as due work.
        await advanceDeletion(app, principal.owner).then(
          (position) => waitForReadModels(deps, position).catch(() => undefined),
          () => undefined,
        );
        return { ...json(200, { message: DELETED }, { 'Set-Cookie': sessions.noCookie }), cookies: [known] };
      },
    }),
    route(calls.cancelDeletion, {
      async handle({ principal, correlationId }) {
        await waitForReadModels(deps, await cancelDeletion(app, principal.owner, correlationId));
        return json(200, { message: KEPT });
      },
    }),
  ];
}
