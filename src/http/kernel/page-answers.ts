import type { Context } from 'koa';
import type { PartnerPage } from '../../messages/partner/page.ts';
import { faultPage } from '../../messages/partner/pages.ts';
import { throwAwayRest } from './body.ts';
import type { Addresses } from './limits.ts';
import { answerPage, refusalOf } from './problems.ts';

export type AnswerAsPage = (context: Context, work: (address: string) => Promise<void>) => Promise<void>;

/**
 * Answers a request that people make with a link and without a session. It counts against the bound of the network address,
 * and refusals are shown as pages, too. `faces`: the `@font-face` rules; `refusedPage`: the page for a request that is refused with this
 * sentence.
 */
export function createPageAnswers(
  addresses: Addresses,
  onFault: (error: unknown, context: Context) => void,
  faces: string,
  refusedPage: (context: Context, sentence: string) => PartnerPage | Promise<PartnerPage> = (_, sentence) => faultPage(sentence),
): AnswerAsPage {
  return async (context, work) => {
    try {
      const address = addresses.of(context);
      await addresses.bound(address, 'call');
      await work(address);
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === null || refusal.status >= 500) onFault(error, context);
      const page = await refusedPage(context, refusal?.message ?? 'Something went wrong on our side.');
      answerPage(context, refusal?.status ?? 500, page, faces);
      context.set(refusal?.headers ?? {});
    }
    // Only a verdict and a partner's words have a body that is read. For other forms, and for requests of mail programs, the path is enough.
    throwAwayRest(context.req, context.res);
  };
}
