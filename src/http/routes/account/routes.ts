import { Readable } from 'node:stream';
import { advanceDeletion, requestDeletion } from '../../../app/account/account-deletion.ts';
import { requestExport, takeExport } from '../../../app/export/account-export.ts';
import { accountMessage } from '../../../contracts/settings.ts';
import { NO_BUNDLE_PAGE, SIGN_IN_PAGE } from '../../../messages/partner/pages.ts';
import type { OpenFile } from '../../../ports/files.ts';
import { type Deps, waitForReadModels } from '../../deps.ts';
import { COOKIE_ONLY } from '../../kernel/admission.ts';
import { notFound } from '../../kernel/problems.ts';
import { type AnyRoute, json, route } from '../../kernel/route.ts';
import { refuseStaleSession } from './fresh-session.ts';

const UNDER_WAY = 'Your data is being put together. You will get an email with a link to download it.';
const DELETED = 'Your account has been deleted. You will be logged out.';

/** The file as a stream. It is closed even if nobody reads it to its end. */
const streamOf = ({ content, close }: OpenFile): Readable => Readable.from(content).once('close', () => void close());

/** Exporting one's data, and deleting the account. */
export function accountRoutes(deps: Deps): readonly AnyRoute[] {
  const { app, sessions, browsers } = deps;
  const common = { tag: 'Settings', access: 'user' } as const;
  const message = { schema: accountMessage } as const;

  return [
    route({
      ...common,
      method: 'GET',
      path: '/api/settings/account/export',
      audit: 'export',
      summary: 'Export all data',
      description: 'Starts work in the background: a mail brings the link. Asked again while it is under way, nothing new begins.',
      ownSiteOnly: true,
      replies: { 202: { ...message, description: 'It is under way' } },
      async handle({ context, principal, correlationId }) {
        if (context.method !== 'HEAD') await waitForReadModels(deps, await requestExport(app, principal.owner, correlationId));
        return json(202, { message: UNDER_WAY });
      },
    }),
    route({
      ...common,
      method: 'GET',
      path: '/api/settings/account/export/{token}',
      audit: 'export_download',
      summary: 'Download the exported data',
      description: 'Once, within 24 hours, in the session of whose data it is.',
      replies: { 200: { description: 'The bundle', media: 'application/zip' } },
      refusals: ['not_found'],
      page: ({ status }) => (status === 404 ? NO_BUNDLE_PAGE : status === 401 ? SIGN_IN_PAGE : null),
      async handle({ context, params, principal, correlationId }) {
        // A browser that prefetches, or sends HEAD, does not use up the link.
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
    route({
      ...common,
      method: 'DELETE',
      path: '/api/settings/account',
      audit: 'deletion',
      means: COOKIE_ONLY,
      summary: 'Delete the account',
      description:
        'Keys are destroyed, sessions end, what waits to be sent is not, the address is free again, and what providers allowed is revoked. It cannot be undone. Who has no password has to have come back from the provider within the last 10 minutes.',
      replies: { 200: { ...message, description: 'It is deleted' } },
      refusals: ['fresh_sign_in_needed'],
      async handle({ context, principal, correlationId }) {
        await refuseStaleSession(app, principal);
        const known = await browsers.cookieWithout(context.req, principal.owner);
        await requestDeletion(app, principal.owner, correlationId);
        // The deletion is decided. What cannot be done now is due work, and will be done as soon as possible.
        await advanceDeletion(app, principal.owner).then(
          (position) => waitForReadModels(deps, position).catch(() => undefined),
          () => undefined,
        );
        return { ...json(200, { message: DELETED }, { 'Set-Cookie': sessions.noCookie }), cookies: [known] };
      },
    }),
  ];
}
