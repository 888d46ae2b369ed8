import type { PassingReason } from '../proof/event-data.ts';

export const PASSED_ON: Readonly<Record<PassingReason, string>> = {
  partner_silent: 'The partner did not answer within 72 hours.',
  partner_gone: 'The partner who was to judge it is no longer there.',
  check_open: 'The check could not confirm it.',
  check_silent: 'The check did not answer within 24 hours.',
  ai_open: 'There was nothing in it that could be rated.',
  ai_silent: 'The AI did not answer within 24 hours.',
};
