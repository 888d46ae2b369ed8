import type { ProofInput } from '../../app/proof/proof.ts';
import type { Drawing } from './drawings.ts';

type Type = 'general' | 'coding' | 'system_design';

/** For each tag: the kind of proof that a promise asks for, and the proof that the person gives. */
export interface ProofKind {
  readonly type: Type;
  readonly requirement: string;
  readonly given: readonly ProofInput[];
  /** Text files in the proof: name and content. */
  readonly files?: readonly (readonly [name: string, content: string])[];
  /** A picture that is sometimes part of the proof. */
  readonly picture: { readonly name: string; readonly drawing: Drawing; readonly share: number };
}

export const PROOF_KINDS: Readonly<Record<string, ProofKind>> = {
  review: {
    type: 'general',
    requirement: 'Link to the review, approved or with what is missing',
    picture: { name: 'merged.png', drawing: 'merged', share: 0.2 },
    given: [
      { text: 'Approved after the second round. The retries are bounded now.', links: ['https://git.example.com/shop/api/pull/481'] },
      {
        text: 'Sent back: two branches without a test, and the names differ from the guide.',
        links: ['https://git.example.com/shop/api/pull/517'],
      },
      { links: ['https://git.example.com/shop/web/pull/233'] },
    ],
  },
  bug: {
    type: 'coding',
    requirement: 'Link to the commit, with a test that failed before',
    picture: { name: 'tests.png', drawing: 'terminal', share: 0.25 },
    given: [
      { commits: ['https://git.example.com/shop/api/commit/9be1c07d52a4f1e83b6c'], text: 'The test fails without the change.' },
      {
        commits: [
          'https://git.example.com/shop/worker/commit/a41f9c20d7be65518f02',
          'https://git.example.com/shop/worker/commit/c07d52a4f1e83b6c9be1',
        ],
      },
      { commits: ['https://git.example.com/shop/web/commit/5518f02a41f9c20d7be6'], links: ['https://ci.example.com/shop/web/runs/90412'] },
    ],
  },
  performance: {
    type: 'general',
    requirement: 'The numbers before and after, and the build it was',
    picture: { name: 'before-and-after.png', drawing: 'chart', share: 0.7 },
    given: [
      { text: 'p99 went from 412 ms to 187 ms at twice the peak. Build 9be1c07, both ramps.' },
      { text: 'Memory of the worker fell from 710 MB to 240 MB. Build a41f9c2, one hour under load.' },
    ],
    files: [
      [
        'k6-summary.txt',
        'http_req_duration: before p50=121ms p99=412ms, after p50=64ms p99=187ms\nhttp_reqs: 1,204,331 in 20 min, 0 failed\n',
      ],
      ['heap.csv', 'minute,before_mb,after_mb\n0,180,176\n20,402,233\n40,588,238\n60,710,240\n'],
    ],
  },
  design: {
    type: 'system_design',
    requirement: 'All four parts, and a diagram',
    picture: { name: 'whiteboard.jpg', drawing: 'board', share: 0.4 },
    given: [
      {
        design: {
          requirements: '- Retries never send twice.\n- A message waits at most a minute.\n- Out of scope: order between customers.',
          estimates: '- 40 messages a second, 300 at the peak.\n- 2 KB each: 7 GB a day, kept for 14 days.',
          components: '- The API writes the message and its key in one transaction.\n- Workers claim by lease and confirm by key.',
          trade_offs:
            '| Decision | Alternative | What it costs |\n|---|---|---|\n| Keys in the table | A queue of its own | One index more |',
          diagram: { mermaid: 'flowchart LR\n  api[API] --> store[(Store)]\n  store --> worker[Worker]\n  worker --> mail[Mail]' },
        },
      },
    ],
  },
};

export const ACCEPTED: readonly string[] = [
  '',
  '',
  'Looks right to me.',
  'Good. Thank you for the numbers.',
  'I have read it, and it says what it should.',
];
export const SENT_BACK: readonly string[] = [
  'I cannot see which build it was. Please say so.',
  'The link leads to a page that I may not open. Send what it says.',
  'This shows the first half only. Where is the rest?',
];
export const SECOND_TRY = 'Here it is again, with what was missing.';

/** Tasks that are added to Verify at the end of the year, besides those that the days left there. */
export const WAITING = {
  pending: {
    title: 'Write the postmortem for the queue stall',
    type: 'general',
    requirement: 'Link to the postmortem, with timeline and cause',
  },
  rejected: {
    title: 'Load test at 2× peak, with the p99 before and after',
    type: 'general',
    requirement: 'The whole run, and the build it was',
  },
  in_review: { title: 'Answer Tomás on the migration window', type: 'general', requirement: 'What you proposed, and what he said' },
} as const;
export const WAITING_PROOF: Readonly<Record<'rejected' | 'in_review', ProofInput>> = {
  rejected: { text: 'p99 before and after, see the run.', links: ['https://ci.example.com/shop/api/runs/91277'] },
  in_review: { text: 'Proposed Thursday 20:00 to 22:00. He agreed, and asks for a dry run on Tuesday.' },
};
