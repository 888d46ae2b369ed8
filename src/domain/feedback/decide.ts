import type { Decider } from '../kernel/decider.ts';
import { FEEDBACK_EVENTS, type FeedbackEvent } from './events.ts';

interface FeedbackState {
  readonly isGiven: boolean;
}

interface GiveFeedback {
  readonly type: 'Give';
  readonly data: FeedbackEvent['data'];
  readonly texts: FeedbackEvent['private'];
}

/** A later answer for the same proof is ignored: the owner may have read the first one. */
export const feedbackDecider: Decider<FeedbackState, GiveFeedback, FeedbackEvent> = {
  events: FEEDBACK_EVENTS,
  initial: { isGiven: false },
  evolve: () => ({ isGiven: true }),
  decide: ({ data, texts }, { isGiven }) =>
    isGiven ? [] : [{ type: 'DesignFeedbackGiven', data, private: texts, by: { kind: 'ai', id: data.model } }],
};
