import { expect, test } from 'vitest';
import { AiUnavailable } from '../../../src/app/ai/ai-unavailable.ts';
import { StoreUnavailable } from '../../../src/domain/kernel/event-store.ts';
import { problemOf, type Refusal, refusalOf } from '../../../src/http/kernel/problems.ts';
import { BillingUnavailable } from '../../../src/ports/billing.ts';
import { GitHubBusy } from '../../../src/ports/github.ts';
import { ProviderUnavailable } from '../../../src/ports/oauth.ts';
import { ReportUnavailable } from '../../../src/reports/rendering/report-files.ts';

test.each([
  [new StoreUnavailable('MongoDB has not answered.'), 'Vouch cannot reach its store right now. Try again in a moment.', '5'],
  [
    new ProviderUnavailable('Google does not answer.'),
    'The provider of this connection does not answer right now. Try again in a moment.',
    '30',
  ],
  [
    new BillingUnavailable('It did not do it: 500.'),
    'The payment provider does not answer right now. Nothing is paid twice: try again in a moment.',
    '5',
  ],
  [new AiUnavailable('The AI is away. Nothing was counted.'), 'The AI is away. Nothing was counted.', '60'],
  [new GitHubBusy('GitHub asks to wait.', 17), 'GitHub asks to wait. Try again later.', '17'],
  [new GitHubBusy('GitHub does not answer right now.'), 'GitHub does not answer right now. Try again later.', '5'],
  [new ReportUnavailable('refused_time'), 'The report was not ready within 30 seconds. Try again in a moment.', '30'],
])('the client is told that a service gives no answer, and when to try again: %s', (error, detail, seconds) => {
  const refusal = refusalOf(error) as Refusal;
  expect(problemOf(refusal)).toEqual({
    type: '/api/docs#unavailable',
    title: 'Service Unavailable',
    status: 503,
    code: 'unavailable',
    detail,
    message: detail,
  });
  expect(refusal.headers).toEqual({ 'Retry-After': seconds });
});
