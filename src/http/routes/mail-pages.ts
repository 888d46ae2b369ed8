import Router from '@koa/router';
import type { Context } from 'koa';
import { openUnsubscribeLink, turnOff } from '../../app/delivery/mail-settings.ts';
import { NO_MAILS_PAGE, turnedOffPage, turnOffPage } from '../../messages/account/unsubscribe-pages.ts';
import type { PartnerPage } from '../../messages/partner/page.ts';
import type { Addresses } from '../kernel/limits.ts';
import { createPageAnswers } from '../kernel/page-answers.ts';
import { answerPage } from '../kernel/problems.ts';
import { type Deps, waitForReadModels } from '../routes.ts';

type StatusAndPage = readonly [status: number, page: PartnerPage];
type WithToken = Context & { readonly params: Readonly<Record<string, string>> };

/**
 * Turns off the setting that governs a mail to the owner (RFC 8058). There is no session and no check of the Origin, because a
 * mail program sends the request. A GET changes nothing, because mail scanners follow links.
 */
export function mailPages(deps: Deps, addresses: Addresses, onFault: (error: unknown, context: Context) => void, faces = ''): Router {
  const { app } = deps;

  async function unsubscribe(token: string, really: boolean): Promise<StatusAndPage> {
    const opened = await openUnsubscribeLink(app, token);
    if (opened === null) return [404, NO_MAILS_PAGE];
    if (!really && opened.on.length > 0) return [200, turnOffPage(opened.governing, `/mails/${token}`)];
    if (really) await waitForReadModels(deps, await turnOff(app, opened));
    return [200, turnedOffPage(opened.governing)];
  }

  const answered = createPageAnswers(addresses, onFault, faces);
  const serve = (really: boolean) => (context: WithToken) =>
    answered(context, async () => answerPage(context, ...(await unsubscribe(context.params.token ?? '', really)), faces));
  return new Router({ strict: true, sensitive: true }).get('/mails/:token', serve(false)).post('/mails/:token', serve(true));
}
