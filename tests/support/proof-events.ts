import { derivedId } from '../../src/domain/kernel/derived-ids.ts';
import { type Actor, SYSTEM } from '../../src/domain/kernel/event.ts';
import type { AskedJudge, JudgeKind, PassingReason, Review } from '../../src/domain/proof/event-data.ts';
import type { TaskChange } from '../../src/domain/task/event-data.ts';
import type { CodingSubmission, EmailSubmission, GeneralSubmission, Submission, SystemDesignSubmission } from '../../src/ports/reviewer.ts';
import { changeOf, type ExpectedEvent } from './task-events.ts';
import { OWNER, PARTNER } from './task-story.ts';

const BY_THE_PARTNER: AskedJudge = { kind: 'partner', partner_id: PARTNER };
export const BY_THE_AI: AskedJudge = { kind: 'ai', partner_id: null };

/** The review of the proof `s1` by the partner, who is the only judge. */
export const review = (since: string, more: Partial<Review> = {}): Review => ({
  submission_id: 's1',
  judge: BY_THE_PARTNER,
  since,
  reminded: false,
  after: [],
  why: null,
  ...more,
});

interface Submitted {
  readonly submission_id?: string;
  readonly judges?: readonly AskedJudge[];
  /** When proof was given before: first and last. */
  readonly before?: readonly [first: string, last: string];
}

/** A proof that says 'Look'. */
export function submitted(at: string, { submission_id = 's1', judges = [BY_THE_PARTNER], before }: Submitted = {}): ExpectedEvent {
  const [judge, ...after] = judges;
  return changeOf(
    'ProofSubmitted',
    {
      verification_state: ['awaiting_proof', 'in_review'],
      ...(!before && { first_proof_at: [null, at] }),
      last_proof_at: [before?.[1] ?? null, at],
      ...(judge && { review: [null, review(at, { submission_id, judge, after })] }),
    },
    { at, submission_id, judges, file_ids: [], email_task_id: null, code_task_id: null, private: { text: 'Look' } },
  );
}

interface Reviewed {
  readonly judge?: JudgeKind;
  readonly judge_id?: string | null;
  readonly review_id?: string;
  readonly outcome?: 'accepted' | 'rejected' | 'commented';
  readonly score?: number | null;
  readonly why?: PassingReason | null;
  readonly by?: Actor;
  readonly tally?: TaskChange['tally'];
}

/** A review of the proof `s1`: by the partner, who accepts it, unless the test says something else. */
export const reviewed = (at: string, fields: Parameters<typeof changeOf>[1], { tally = [], by, ...more }: Reviewed = {}): ExpectedEvent =>
  changeOf('ProofReviewed', fields, {
    at,
    by: by ?? { kind: 'partner', id: PARTNER },
    tally,
    submission_id: 's1',
    review_id: 'r accepted',
    judge: 'partner',
    judge_id: PARTNER,
    outcome: 'accepted',
    score: null,
    prompt_version: null,
    why: null,
    seen: null,
    ...more,
  });

/** The acceptance of the proof `s1` on the owner's own word. `why`: why no other judge decided; null: there is no other. */
export const onOwnWord = (at: string, why: PassingReason | null, tally: TaskChange['tally']): ExpectedEvent =>
  reviewed(
    at,
    { verification_state: ['in_review', 'verified'], decided_at: [null, at], decided_by: [null, 'self'] },
    {
      judge: 'self',
      judge_id: null,
      review_id: derivedId('own_word', 's1'),
      why,
      by: why === null ? { kind: 'user', id: OWNER } : SYSTEM,
      tally,
    },
  );

/** The passing on of the proof `s1` from one judge to the next one, or to the owner's own word. */
export const passedOn = (at: string, from: Review, to: Review | null, why: PassingReason): ExpectedEvent =>
  changeOf(
    'ReviewPassedOn',
    { review: [from, to] },
    { at, by: SYSTEM, submission_id: 's1', from: from.judge.kind, to: to?.judge.kind ?? 'self', why },
  );

const NOTHING = { text: null, links: [], commits: [], files: [] };

/** Submissions that are good enough to be accepted. */
export const GENERAL: GeneralSubmission = {
  ...NOTHING,
  kind: 'general',
  task: { title: 'Write the postmortem for the queue stall', requirement: 'Link to the postmortem, with the timeline and the cause' },
  text: 'The postmortem of the queue stall is published. Its timeline runs from 09:12, when the first worker stopped, to 10:41, when the backlog was empty. The cause was a lock that a crashed consumer never released. Three follow-ups are filed.',
  links: ['https://wiki.example.com/postmortems/queue-stall'],
};

export const EMAIL: EmailSubmission = {
  ...NOTHING,
  kind: 'email',
  task: { title: 'Answer Łukasz on the migration window', requirement: null },
  email: {
    subject: 'Migration window on Thursday',
    body: 'Hello Łukasz,\n\nthe migration of the billing database needs two hours without writes. We propose Thursday from 20:00 to 22:00, since traffic is lowest then.\n\nCould you please confirm by Wednesday that this fits your team?\n\nBest regards,\nSøren',
    recipients: 2,
  },
};

export const CODING: CodingSubmission = {
  ...NOTHING,
  kind: 'coding',
  task: { title: 'Two sum', requirement: null },
  code: {
    statement: 'Given an array of integers `nums` and an integer `target`, return the indices of the two numbers that add up to target.',
    language: 'javascript',
    source: [
      'function twoSum(nums, target) {',
      '  const indices = new Map();',
      '  for (const [index, number] of nums.entries()) {',
      '    const other = indices.get(target - number);',
      '    if (other !== undefined) return [other, index];',
      '    indices.set(number, index);',
      '  }',
      '  return [];',
      '}',
    ].join('\n'),
    examples: null,
  },
};

export const DESIGN: SystemDesignSubmission = {
  ...NOTHING,
  kind: 'system_design',
  task: { title: 'Design a link shortener', requirement: null },
  design: {
    requirements:
      '- People shorten an address and get a short link.\n- Whoever opens a short link is redirected within 50 ms.\n- Links stay for ever; statistics are left out.\n- The service is available 99.95 % of the time.',
    estimates:
      'About 100 million new links a year, which is 3 a second, and 300 redirects a second. At 500 bytes a link that is 50 GB a year.',
    components:
      '- Web: takes addresses, checks them, and answers with a short link.\n- Key service: hands out ranges of unused keys to the webs, so that no two give out the same one.\n- Store: key to address, replicated three times.\n- Cache: the most used links of the day, in memory beside each web.',
    trade_offs:
      'Keys from ranges instead of hashes, because hashes collide and need a look-up before each write. It costs a key service, whose failure stops new links after the ranges are used up; redirects go on. A relational store would be simpler, but it is slower to replicate between regions.',
    mermaid: 'flowchart LR\n  client --> web\n  web --> cache\n  cache --> store\n  web --> keys',
  },
};

export const SUBMISSIONS: readonly Submission[] = [GENERAL, EMAIL, CODING, DESIGN];
