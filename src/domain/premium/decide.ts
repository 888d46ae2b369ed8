import { type Decider, RuleViolation } from '../kernel/decider.ts';
import type { Decided, EventShape, Sealed } from '../kernel/event.ts';
import {
  FEEDBACK_EVENTS,
  type FeedbackEvent,
  POST_EVENTS,
  type PostEvent,
  type PostText,
  type RecordedPostEvent,
  SOLUTION_EVENTS,
  type SolutionEvent,
} from './events.ts';

interface SolutionState {
  readonly isWritten: boolean;
}

interface WriteSolution {
  readonly type: 'Write';
  readonly data: SolutionEvent['data'];
  readonly texts: SolutionEvent['private'];
}

/** A question has one solution. A second one, from a request that ran at the same time, is ignored. */
export const solutionDecider: Decider<SolutionState, WriteSolution, SolutionEvent> = {
  events: SOLUTION_EVENTS,
  initial: { isWritten: false },
  evolve: () => ({ isWritten: true }),
  decide: ({ data, texts }, { isWritten }) =>
    isWritten ? [] : [{ type: 'SolutionWritten', data, private: texts, by: { kind: 'ai', id: data.model } }],
};

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

export type PostState =
  | { readonly status: 'none' }
  | {
      readonly status: 'draft' | 'shared';
      readonly owner: string;
      readonly text: Sealed<PostText> | null;
      readonly shares: number;
      readonly version: number;
    };

type Drafted = Extract<PostEvent, { type: 'SocialPostDrafted' }>;

export type PostCommand =
  | { readonly type: 'Draft'; readonly data: Drafted['data']; readonly text: string }
  | {
      readonly type: 'Change';
      readonly owner: string;
      readonly if_match: number | null;
      /** Null: it does not change. */
      readonly text: string | null;
      readonly status: 'draft' | 'shared' | null;
      /** The SHA-256 of the token of the link with this number. */
      readonly hashOf: (share: number) => string;
    };

export const postDecider: Decider<PostState, PostCommand, PostEvent> = { events: POST_EVENTS, initial: { status: 'none' }, evolve, decide };

function evolve(state: PostState, event: RecordedPostEvent): PostState {
  if (event.type === 'SocialPostDrafted') {
    const { owner } = event.metadata;
    return owner === null ? state : { status: 'draft', owner, text: event.private, shares: 0, version: event.revision };
  }
  if (state.status === 'none') return state;
  const next = { ...state, version: event.revision };
  switch (event.type) {
    case 'SocialPostEdited':
      return { ...next, text: event.private };
    case 'SocialPostShared':
      return { ...next, status: 'shared', shares: event.data.share };
    case 'SocialPostTakenBack':
      return { ...next, status: 'draft' };
    default:
      return state;
  }
}

function decide(command: PostCommand, state: PostState): readonly Decided<PostEvent>[] {
  if (command.type === 'Draft')
    return state.status === 'none' ? [{ type: 'SocialPostDrafted', data: command.data, private: { text: command.text } }] : [];
  const { owner, if_match, text, status, hashOf } = command;
  if (state.status === 'none' || state.owner !== owner) throw new RuleViolation('not_found', 'There is no such post.');
  if (if_match !== null && if_match !== state.version)
    throw new RuleViolation('precondition_failed', 'This post has changed since you read it. Read it again.');
  const edited =
    text === null || state.text === null ? [] : [of({ type: 'SocialPostEdited', data: { was: state.text }, private: { text } })];
  if (status === null || status === state.status) return edited;
  if (status === 'draft') return [...edited, of({ type: 'SocialPostTakenBack', data: { share: state.shares } })];
  const share = state.shares + 1;
  return [...edited, of({ type: 'SocialPostShared', data: { share, share_hash: hashOf(share) } })];
}

const of = <E extends PostEvent & EventShape>(event: E): Decided<PostEvent> => event;
