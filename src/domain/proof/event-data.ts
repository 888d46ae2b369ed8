import { z } from 'zod';
import { type Described, id, instant } from '../kernel/define-event.ts';

/** Who can review a proof. `self` is the owner's own word. */
export const JUDGE_KINDS = ['check', 'partner', 'ai', 'rubric', 'self'] as const;
export const judgeKind = z.enum(JUDGE_KINDS);
export type JudgeKind = z.output<typeof judgeKind>;

/** A judge whose turn it is or will be. The rubric reviews in the place of the AI. After all judges the owner's own word counts. */
export const askedJudge = z.strictObject({
  kind: z.enum(['check', 'partner', 'ai']),
  partner_id: id.nullable().describe('Which partner; null for the others.'),
});
export type AskedJudge = Described<typeof askedJudge>;

export const passingReason = z.enum(['partner_silent', 'partner_gone', 'check_open', 'check_silent', 'ai_open', 'ai_silent']);
export type PassingReason = z.output<typeof passingReason>;

const review = z.strictObject({
  submission_id: id.describe('What is to be judged.'),
  judge: askedJudge.describe('Whose turn it is.'),
  since: instant.describe('From when it is their turn.'),
  reminded: z.boolean().describe('The partner was to be reminded already.'),
  after: z.array(askedJudge).describe('Who decides after this judge, in order; after all of them the owner’s own word does.'),
  why: passingReason.nullable().describe('Why the judge before did not decide; null: this one is the first.'),
});
export type Review = Described<typeof review>;

const appeal = z.strictObject({
  partner_id: id.describe('The partner who answers it.'),
  at: instant.describe('When it was made.'),
  state: z.enum(['waiting', 'accepted', 'rejected']).describe('What came of it.'),
  decided_at: instant.nullable().describe('When that was decided.'),
});
export type Appeal = Described<typeof appeal>;

export const proofFields = {
  first_proof_at: instant.nullable().describe('When a proof was given for the first time.'),
  last_proof_at: instant.nullable().describe('When a proof was given last.'),
  review: review.nullable().describe('The review under way.'),
  decided_at: instant.nullable().describe('When the proof was accepted, rejected for good, or expired.'),
  decided_by: judgeKind.nullable().describe('Who accepted or rejected the last proof.'),
  appeal: appeal.nullable().describe('The appeal against the miss.'),
  corrected: z.boolean().describe('An accepted appeal corrected the record: the task counts as kept.'),
};

export const NO_PROOF = {
  first_proof_at: null,
  last_proof_at: null,
  review: null,
  decided_at: null,
  decided_by: null,
  appeal: null,
  corrected: false,
} as const;

const lookedUp = z.strictObject({
  url: z.string().describe('Its address, as it was given.'),
  kind: z.enum(['commit', 'pull_request', 'review']).describe('What it is.'),
  repository: z.string().nullable().describe('`owner/name`.'),
  sha: z.string().nullable().describe('Of a commit.'),
  author: z.string().nullable().describe('Who made it, as its provider says.'),
  at: instant.nullable().describe('When it was made; of a commit as the commit says.'),
  pushed_at: instant.nullable().describe('When a commit reached the provider; null: not known.'),
  message: z.string().nullable().describe('What the commit, the pull request or the review says.'),
  confirmed: z.boolean().nullable().describe('Whether it is the owner’s and was made in time; null: nobody could look.'),
  note: z.string().nullable().describe('Why it is not confirmed, in a sentence.'),
  read_at: instant.describe('When it was read.'),
});
export type LookedUp = Described<typeof lookedUp>;
const lookedUpAll = z.array(lookedUp).describe('What a check read about commits, pull requests and reviews.');

export const proofTexts = z
  .strictObject({
    text: z.string().describe('What the owner wrote.'),
    links: z.array(z.string()).describe('Links.'),
    commits: z.array(z.string()).describe('Addresses of commits.'),
    looked_up: lookedUpAll,
    design: z
      .strictObject({
        requirements: z.string().describe('What it has to do.'),
        estimates: z.string().describe('How much of it.'),
        components: z.string().describe('Of what it is made.'),
        trade_offs: z.string().describe('What was weighed against what.'),
        diagram: z
          .strictObject({ mermaid: z.string(), file: z.string() })
          .partial()
          .nullable()
          .describe('A drawing: its Mermaid source, the id of its picture, or both.'),
      })
      .describe('A system design.'),
  })
  .partial()
  .optional();
export type ProofTexts = NonNullable<Described<typeof proofTexts>>;

export const reviewTexts = z
  .strictObject({
    comment: z.string().describe('What the judge wrote.'),
    criteria: z.array(z.strictObject({ name: z.string(), score: z.number(), comment: z.string() })).describe('The score by criteria.'),
    looked_up: lookedUpAll,
  })
  .partial()
  .optional();
export type ReviewTexts = NonNullable<Described<typeof reviewTexts>>;
