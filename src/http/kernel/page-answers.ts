import type { Context } from 'koa';
import { faultPage } from '../../messages/partner/pages.ts';
import { throwAwayRest } from './body.ts';
import type { Addresses } from './limits.ts';
import { answerPage, refusalOf } from './problems.ts';

export type AnswerAsPage = (context: Context, work: (address: string) => Promise<void>) => Promise<void>;

/**
 * Answers a request that people make with a link and without a session. It counts against the bound of the network address,
 * and refusals are shown as pages, too. `faces`: the `@font-face` rules.
 */
export function createPageAnswers(addresses: Addresses, onFault: (error: unknown, context: Context) => void, faces: string): AnswerAsPage {
  return async (context, work) => {
    try {
      const address = addresses.of(context);
      await addresses.bound(address, 'call');
      await work(address);
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === null || refusal.status >= 500) onFault(error, context);
      answerPage(context, refusal?.status ?? 500, faultPage(refusal?.message ?? 'Something went wrong on our side.'), faces);
      context.set(refusal?.headers ?? {});
    }
    // Only a verdict and a partner's words have a body that is read. For other forms, and for requests of mail programs, the path is enough.
    throwAwayRest(context.req, context.res);
  };
}
