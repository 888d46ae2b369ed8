import type { IncomingMessage } from 'node:http';
import Router from '@koa/router';
import type { Context } from 'koa';
import type { Caller } from '../../../app/caller.ts';
import { answerInvitation, type Opened, openPartnerLink, openStopLink, speak, unsubscribe } from '../../../app/partner/partner-answers.ts';
import { linkEnds, type Partner, partnerToken, personOf } from '../../../app/partner/partner-messages.ts';
import { type OwnerSeen, ownerSeen, wordsOf } from '../../../app/partner/partner-summary.ts';
import { takeVerdict } from '../../../app/proof/verdicts.ts';
import type { Admission } from '../../../contracts/call.ts';
import { longDate } from '../../../contracts/words/format.ts';
import { localDate } from '../../../domain/calendar/local.ts';
import type { PartnerPage } from '../../../messages/partner/page.ts';
import { pageMatter } from '../../../messages/partner/page-matter.ts';
import * as pages from '../../../messages/partner/pages.ts';
import { summaryView } from '../../../messages/partner/summary-view.ts';
import type { Addresses } from '../../kernel/limits.ts';
import { createPageAnswers } from '../../kernel/page-answers.ts';
import { admit, callerOf, partnerPrincipal } from '../../kernel/principal.ts';
import { answerPage, type Refusal, refusalOf } from '../../kernel/problems.ts';
import { type Deps, waitForReadModels } from '../../routes.ts';
import { type FileForm, partnerFile, sendFile } from './files.ts';
import { typedText } from './page-form.ts';
import { type SummaryPage, signedPage, summaryBehind, summaryFile, summaryPage } from './summary-file.ts';
import { readVerdict, type SentVerdict } from './verdict-form.ts';
import { readWords } from './words-form.ts';

/** `shown`: the summary on the page, if it has one. Such a page is signed. */
type StatusAndPage = readonly [status: number, page: PartnerPage, shown?: SummaryPage | undefined, headers?: Refusal['headers']];
const DEAD_LINK = [404, pages.DEAD_LINK_PAGE] as const satisfies StatusAndPage;
/** The link in a message is the only way to open the partner's pages. */
const BY_LINK: Admission = { access: 'user', means: ['partner_link'] };
const PREFIX = '/partner/:token';
const pathOf = (token: string, act: string): string => `/partner/${token}/${act}`;

const named = ({ name, address }: OwnerSeen) => ({ owner: name, ownerAddress: address });

/** What the page says about a form that was sent. `sent`: a verdict that was refused. */
interface Shown extends Partial<pages.AboutSent> {
  readonly sent?: SentVerdict | null;
  readonly status?: number;
}

const sentForm = (sent: SentVerdict | null) =>
  sent && { verification: sent.verification, isAppeal: sent.submission === null, comment: sent.comment, error: sent.error ?? '' };

/** The page for a request that was refused: with a link back to the page of the form, and what was typed into it. */
async function refusedPage({ req, path, method }: Context, sentence: string): Promise<PartnerPage> {
  // Made of the address, because a request can be refused before it is known whether the link works.
  const [, , token = '', act = ''] = path.split('/');
  const back = act === 'unsubscribe' ? `/partner/${token}/${act}` : `/partner/${token}`;
  const hasText = method === 'POST' && (act === 'verdict' || act === 'words');
  return pages.faultPage(sentence, back, hasText ? await typedText(req) : '');
}

/**
 * Anybody with the link may open these pages: there is no session, no check of the Origin, and no script. A GET changes
 * nothing, because mail scanners follow links. `faces`: the `@font-face` rules.
 */
export function partnerPages(deps: Deps, addresses: Addresses, onFault: (error: unknown, context: Context) => void, faces = ''): Router {
  const { app } = deps;

  /** @throws Refusal */
  function callerFor({ id, state }: Partner): Caller {
    const principal = partnerPrincipal(state.user_id, id);
    admit(principal, BY_LINK);
    return callerOf({ principal, correlationId: app.newId() });
  }

  async function show(
    opened: Opened | null,
    token: string,
    { note = null, kept = '', words = null, sent = null, status = 200 }: Shown = {},
  ): Promise<StatusAndPage> {
    if (opened === null) return DEAD_LINK;
    const { link, partner, view, role } = opened;
    const [who, person] = await Promise.all([ownerSeen(app, partner.state.user_id), personOf(app, partner)]);
    if (who === null || person === null) return DEAD_LINK;
    const parties: pages.PageParties = {
      ...named(who),
      partner: person.name,
      ends: longDate(localDate(linkEnds('page', link.message.requested_at), who.zone)),
      accept: pathOf(token, 'accept'),
      decline: pathOf(token, 'decline'),
      words: pathOf(token, 'words'),
      pdf: pathOf(token, 'summary.pdf'),
      download: `/partner/${token}?download=1`,
      stop: pathOf(partnerToken(app.hashes, 'stop', link.id), 'unsubscribe'),
      role,
    };
    if (view === 'asked') return [200, pages.invitationPage(parties)];
    if (view === 'declined') return [200, pages.declinedPage(parties, link.message.kind === 'partner_invitation')];
    if (view === 'stopped') return [200, pages.stoppedPage(named(who))];
    const context = {
      to: pathOf(token, 'verdict'),
      files: pathOf(token, 'files'),
      zone: who.zone,
      now: app.clock.now(),
      reader: person.name,
      sent: sentForm(sent),
    };
    const matter = await pageMatter(app, partner, context);
    const about = { note, kept, words };
    if (role === 'second') return [status, pages.judgingPage(parties, matter, about)];
    const summary = await summaryBehind(app, opened, who.zone);
    if (summary === null) return DEAD_LINK;
    const page = pages.progressPage(parties, summaryView(summary), matter, about);
    return [status, page, { opened, summary, zone: who.zone, decided: matter.decided }];
  }

  async function judge(token: string, request: IncomingMessage): Promise<StatusAndPage> {
    const opened = await openPartnerLink(app, token);
    if (opened?.view !== 'progress') return show(opened, token);
    const sent = await readVerdict(request);
    if (sent.error !== null) return show(opened, token, { sent, status: 422 });
    const { owner, correlationId } = callerFor(opened.partner);
    const { position, refused } = await takeVerdict(app, { owner, partnerId: opened.partner.id, correlationId }, sent);
    await waitForReadModels(deps, position);
    if (refused !== null) return show(opened, token, { note: `${refused} Nothing was changed.`, kept: sent.comment, status: 409 });
    const title = (await wordsOf(app, owner, [sent.verification])).get(sent.verification)?.title ?? '';
    return show(opened, token, { note: pages.verdictNote(sent.verdict, sent.submission === null, title) });
  }

  async function hear(token: string, request: IncomingMessage): Promise<StatusAndPage> {
    const opened = await openPartnerLink(app, token);
    // The page of a second partner has no such forms, because it shows nothing of the owner's progress.
    if (opened?.view !== 'progress' || opened.role === 'second') return show(opened, token);
    try {
      const words = await readWords(request);
      await waitForReadModels(deps, await speak(app, callerFor(opened.partner), opened.partner, words));
      const who = await ownerSeen(app, opened.partner.state.user_id);
      return show(opened, token, { note: who && pages.spokenNote(words.kind, named(who)) });
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal?.status !== 422 && refusal?.status !== 429) throw error;
      const words = { text: await typedText(request), error: refusal.message };
      const [, page, shown] = await show(opened, token, { words });
      return [refusal.status, page, shown, refusal.headers];
    }
  }

  async function answer(token: string, how: 'Accept' | 'Decline'): Promise<StatusAndPage> {
    const opened = await openPartnerLink(app, token);
    if (opened === null) return DEAD_LINK;
    const position = await answerInvitation(app, callerFor(opened.partner), opened, how);
    await waitForReadModels(deps, position);
    return show(await openPartnerLink(app, token), token, {
      note: how === 'Accept' && position !== null ? pages.acceptedNote(opened.role) : null,
    });
  }

  async function stop(token: string, really: boolean): Promise<StatusAndPage> {
    const found = await openStopLink(app, token);
    const who = found && (await ownerSeen(app, found.partner.state.user_id));
    if (!found) return DEAD_LINK;
    if (!who) return [200, pages.ACCOUNT_DELETED_PAGE];
    if (found.stopped) return [200, pages.stoppedPage(named(who))];
    if (!really) return [200, pages.stopPage(named(who), pathOf(token, 'unsubscribe'))];
    await waitForReadModels(deps, await unsubscribe(app, callerFor(found.partner), found));
    return [200, pages.stoppedPage(named(who))];
  }

  const answered = createPageAnswers(addresses, onFault, faces, refusedPage);
  type WithParams = Context & { readonly params: Readonly<Record<string, string>> };
  const serve = (make: (token: string, request: IncomingMessage) => Promise<StatusAndPage>) => (context: WithParams) =>
    answered(context, async () => {
      const { req, params } = context;
      const [status, page, shown, headers = {}] = await make(params.token ?? '', req);
      // The page stays readable after all heads of a day were signed: its statement then names the newest one.
      const body = shown && (await signedPage(deps, shown, { page, faces, req, beyond: 'newest' }));
      answerPage(context, status, page, faces, body);
      context.set(headers);
    });
  const serveFile = (form: FileForm) => (context: WithParams) =>
    answered(context, async (address) => {
      addresses.answering(address, context.res);
      const { token = '', id = '' } = context.params;
      const found = await partnerFile(app, context, await openPartnerLink(app, token), id, form);
      if (found === null) answerPage(context, ...DEAD_LINK, faces);
      else sendFile(context, found);
    });
  const serveSummary = (make: typeof summaryFile) => (context: WithParams) =>
    answered(context, async (address) => {
      addresses.answering(address, context.res);
      const found = await make(deps, context, await openPartnerLink(app, context.params.token ?? ''));
      if (found === null) answerPage(context, ...DEAD_LINK, faces);
      else sendFile(context, found);
    });
  const toThePage = (context: WithParams): void => {
    context.status = 303;
    context.set('Location', `/partner/${encodeURIComponent(context.params.token ?? '')}`);
    context.set('Cache-Control', 'no-store');
  };

  const shown = serve(async (token) => show(await openPartnerLink(app, token), token));
  const saved = serveSummary(summaryPage);
  return new Router({ strict: true, sensitive: true })
    .get(PREFIX, (context: WithParams) => (context.query.download === '1' ? saved(context) : shown(context)))
    .get(
      `${PREFIX}/unsubscribe`,
      serve((token) => stop(token, false)),
    )
    .get(`${PREFIX}/accept`, toThePage)
    .get(`${PREFIX}/decline`, toThePage)
    .get(`${PREFIX}/verdict`, toThePage)
    .get(`${PREFIX}/words`, toThePage)
    .get(`${PREFIX}/summary.pdf`, serveSummary(summaryFile))
    .get(`${PREFIX}/files/:id`, serveFile('bytes'))
    .get(`${PREFIX}/files/:id/preview`, serveFile('preview'))
    .post(`${PREFIX}/verdict`, serve(judge))
    .post(`${PREFIX}/words`, serve(hear))
    .post(
      `${PREFIX}/accept`,
      serve((token) => answer(token, 'Accept')),
    )
    .post(
      `${PREFIX}/decline`,
      serve((token) => answer(token, 'Decline')),
    )
    .post(
      `${PREFIX}/unsubscribe`,
      serve((token) => stop(token, true)),
    );
}
