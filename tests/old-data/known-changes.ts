import { PARTNER_PAGE_STYLE, WAITING_STYLE } from '../../src/messages/partner/page.ts';
import { withSpokenAlerts } from './alerts.ts';
import type { Answer } from './answers.ts';
import { withChannels } from './channels.ts';
import { DAILY_USE } from './daily-use.ts';
import { DELETION_AT } from './deletion-at.ts';
import { DOCUMENT_STYLE } from './document-style.ts';
import { withWhatJudgesSee } from './judges.ts';
import { withOneRule } from './numbers.ts';
import { OWN_WORDS } from './own-words.ts';
import { withAddress, withMissesFirst, withoutPositions, withPdf, withTrend, withWords } from './partner-page.ts';
import { type Body, everyObject, inBody, isTask, publicNames } from './public-names.ts';
import { listsTagged } from './tagged-lists.ts';
import { withFootFirst } from './tagged-pdf.ts';

/**
 * The differences between today's answers and those of the program of commit 5eb9d4d about the same data.
 *
 * `tests/scenarios/old-data.test.ts` asks the present program every question of the recording. It takes each recorded
 * answer through all the entries below, in their order, and holds the present answer to what comes out. So an answer
 * that changes in a way that no entry names fails the test.
 *
 * Whoever changes the wire on purpose adds one entry at the end. `change` gets an answer and gives the expected one;
 * an answer that it does not concern is given back as it is (the same object). Compute the new value from the old
 * answer, and do not write down what the program happened to say: the entry is an independent second statement of the
 * rule. An entry that changes no answer at all fails the test too. Do not edit an entry of an earlier change to make
 * room for a later one: the later one gets an entry of its own and starts from what the earlier one gives.
 *
 * `in...` below choose answers by their path; `everyObject` walks through a JSON body. For example, tasks that gain
 * a field:
 *
 * ```ts
 * {
 *   reason: 'A task says how it counts (issue 11, part 2).',
 *   change: inBody(/^\/api\/(tasks|reports)/, everyObject(isTask, (task) => ({ ...task, outcome: outcomeOf(task) }))),
 * }
 * ```
 */
export interface KnownChange {
  /** Why the answer is another one, with the issue that asks for it. */
  readonly reason: string;
  readonly change: (answer: Answer) => Answer;
}

/** Their tags are made from the content of the answer. */
const TAGGED_SINCE = /^\/api\/(auth\/me|settings\/(all|subscription)|streaks|days\/[^/]+\/nothing-due)$/;

export const KNOWN_CHANGES: readonly KnownChange[] = [
  {
    reason:
      'History and audit name events by their public names, with the words of one set, and name the partner who acted (issue 11, parts 1 and 3).',
    change: publicNames,
  },
  {
    reason: 'Single things are tagged that had no ETag (issue 11, part 1).',
    change: (answer) =>
      answer.status === 200 && answer.etag === null && TAGGED_SINCE.test(answer.path) ? { ...answer, etag: 'content' } : answer,
  },
  { reason: "A day's report says how many tasks it left out (issue 11, part 1).", change: moreInDays },
  { reason: 'A task says how it counts (issue 11, part 2).', change: (answer) => withOutcomes(answer) },
  {
    reason: 'The tag of a task says its shape: the task did not change when its answer gained a field.',
    change: (answer) => withShape(answer),
  },
  {
    reason: 'A history as a document says that it has the newest 5,000 entries only (issue 12, part 3): it used to say that these are all.',
    change: (answer) => newestInHistory(answer),
  },
  {
    reason: 'The settings of the partner say what the partner reads, as wire.md has it: in this data Kim sees counts, others titles.',
    change: (answer) => withDetail(answer),
  },
  {
    reason: 'Tasks and recurring tasks say what is asked for as proof, and tasks whether their record was corrected (issue 13).',
    change: (answer) => withProofFields(answer),
  },
  {
    reason: 'Counts say how many kept tasks were verified, by others or on the own word (issue 13).',
    change: (answer) => withVerified(answer),
  },
  {
    reason: 'The tag of a task says that its answer gained fields once more (issue 13).',
    change: (answer) => (answer.etag?.endsWith('.2"') ? { ...answer, etag: answer.etag.replace(/\.2"$/, '.3"') } : answer),
  },
  {
    reason: 'The pages of a partner have a style for what waits for a verdict (issue 13).',
    change: (answer) =>
      answer.path.startsWith('/partner/') && typeof answer.body === 'string'
        ? { ...answer, body: answer.body.replace('</style>', `${WAITING_STYLE}</style>`) }
        : answer,
  },
  {
    reason: 'Tasks and entries of the history say whether a proof counts on the own word: in this data none does (issue 13).',
    change: (answer) => withOnWord(answer),
  },
  {
    reason: 'The tag of a task says that its answer gained this field (issue 13).',
    change: (answer) => (answer.etag?.endsWith('.3"') ? { ...answer, etag: answer.etag.replace(/\.3"$/, '.4"') } : answer),
  },
  {
    reason: 'What kept means names the proofs that count on the own word (issue 13).',
    change: (answer) => withMeaning(answer),
  },
  {
    reason: 'Users see how they can sign in: everybody in this data has a password (issue 14).',
    change: (answer) => withPassword(answer),
  },
  {
    reason: 'A report as a document says of misses what became of them; it used to say ‘none done since’ of what was done and not proven.',
    change: (answer) => withMisses(answer),
  },
  {
    reason:
      'A task says which partner judges it, and a partner which of the two they are: in this data nobody has a second one (issue 14).',
    change: (answer) => withPartnerRoles(answer),
  },
  {
    reason: 'The tag of a task says that its answer gained this field (issue 14).',
    change: (answer) => (answer.etag?.endsWith('.4"') ? { ...answer, etag: answer.etag.replace(/\.4"$/, '.5"') } : answer),
  },
  {
    reason: 'Pages of a partner show the address of the owner beside the name (issue 23, part 5).',
    change: withAddress,
  },
  {
    reason: 'The lines of a partner’s page grow with the text size of the browser (issue 23, part 9).',
    change: (answer) => withGrowingLines(answer),
  },
  {
    reason: 'Documents say of skipped tasks what the screens say: given up (issue 24, part 4).',
    change: (answer) => withGivenUp(answer),
  },
  {
    reason: 'The charts of documents round every number, and write a level line by where it ends (issue 24, part 4).',
    change: (answer) => withShortPaths(answer),
  },
  { reason: 'All settings contain the channels, which nobody in this data has changed (issue 25).', change: withChannels },
  ...DAILY_USE,
  { reason: 'Documents write every number as the screens do (issue 25, part 5).', change: withOneRule },
  { reason: 'A partner who sees numbers alone is told that a judge sees more (issue 25, part 1).', change: withWhatJudgesSee },
  ...OWN_WORDS,
  { reason: 'Alerts have the title of their task, and say when as people do (issue 25, part 5).', change: withSpokenAlerts },
  {
    reason: 'The page of a partner says nothing of the positions of events, which tell how busy the server is (issue 26, part 1).',
    change: withoutPositions,
  },
  DOCUMENT_STYLE,
  { reason: 'The page of a partner compares the completion rate with the four weeks before (issue 26, part 1).', change: withTrend },
  { reason: 'The page of a partner has forms for what they say (issue 26, part 1).', change: withWords },
  { reason: 'The page of a partner has a link to the summary as a PDF (issue 26, part 1).', change: withPdf },
  { reason: 'The page of a partner says first what was missed, and folds the trail (issue 26, part 1).', change: withMissesFirst },
  DELETION_AT,
  { reason: 'PDFs are tagged, so the foot of a page is drawn before its content (issue 26, part 1).', change: withFootFirst },
  { reason: 'Lists and reports are tagged by their content, so that unchanged ones are not sent again (issue 28).', change: listsTagged },
];

/** A routine, as lists and `GET /api/recurring_tasks/{id}` show it. */
const isRoutine = (value: Body): boolean => 'rrule' in value && 'next_dates' in value;
const withRequirement = (one: Body): Body => ({ ...one, proof_requirement: null });

function withProofFields(answer: Answer): Answer {
  const tasks = inBody(
    /^\/api\/(tasks|reports)/,
    everyObject(isTask, (task) => ({ ...withRequirement(task), corrected: false })),
  );
  return inBody(/^\/api\/recurring_tasks/, everyObject(isRoutine, withRequirement))(tasks(answer));
}

const withPartnerRoles: KnownChange['change'] = (answer) => {
  const tasks = inBody(
    /^\/api\/(tasks|reports)/,
    everyObject(isTask, (task) => ({ ...task, partner_id: null })),
  );
  return inBody(
    /^\/api\/partners/,
    everyObject(
      (one) => 'invited_at' in one,
      (one) => ({ ...one, role: 'first' }),
    ),
  )(tasks(answer));
};

/** In the time of this data nobody could give a proof. */
const withVerified: KnownChange['change'] = inBody(
  /^\/api\/reports/,
  everyObject(
    (value) => 'taken_back' in value && 'completion_rate' in value,
    (counts) => ({ ...counts, verified: 0, on_word: 0 }),
  ),
);

/** An entry of the history or of the audit trail. */
const isEntry = (value: Body): boolean => 'action' in value && 'detail' in value && 'actor' in value;

const withOnWord = inBody(
  /^\/api\/(tasks|reports|audit)/,
  everyObject(
    (value) => isTask(value) || isEntry(value),
    (value) => ({ ...value, on_word: false }),
  ),
);

const withMeaning = inBody(/^\/(partner|api\/reports)\//, (body) => {
  const told = (text: string): string =>
    text.replace(/asked for,(\s)verified\./g, 'asked for,$1verified or accepted on the owner’s own word.');
  return typeof body === 'string'
    ? told(body)
    : Array.isArray(body)
      ? body.map((one) => (typeof one === 'string' ? told(one) : one))
      : body;
});

const withGivenUp = inBody(/^\/(partner|api\/reports)\//, (body: string | readonly string[]) => {
  const told = (text: string): string => text.replace(/\bPut(\s)aside(\s)before\b/g, 'Given$1up$2before');
  return typeof body === 'string'
    ? told(body)
    : Array.isArray(body)
      ? body.map((one) => (typeof one === 'string' ? told(one) : one))
      : body;
});

const withShortPaths = inBody(/^\/api\/reports\//, (body: unknown) =>
  typeof body === 'string'
    ? body
        .replace(/ x="(\d+\.\d{3,})"/g, (_, x) => ` x="${Math.round(Number(x) * 100) / 100}"`)
        .replace(/ d="M(\S+) (\S+) L(\S+) \2"/g, ' d="M$1 $2 H$3"')
    : body,
);

const withPassword = inBody(/^\/api\/auth\/user$/, ({ user, ...rest }) => ({
  ...rest,
  user: { ...user, has_password: true, fresh_sign_in: null },
}));

/** As many as the rows of the document have. An overall report has none. */
const withMisses = inBody(/^\/api\/reports\//, (body) => {
  const texts: readonly Body[] = typeof body === 'string' ? [body] : Array.isArray(body) ? body : [];
  const rows = (state: string): number => texts.join('\n').split(state).length - 1;
  const parts = [
    [rows('Missed, proof rejected'), 'rejected for good'],
    [rows('Missed, proof expired'), 'without proof in time'],
  ] as const;
  const told = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  const since = (text: Body): Body =>
    typeof text === 'string' ? text.replace('none done since', told.join(', ') || 'none done late') : text;
  return typeof body === 'string' ? since(body) : Array.isArray(body) ? body.map(since) : body;
});

/** No recorded day has more tasks than a report holds. */
function moreInDays(answer: Answer): Answer {
  return inBody(/^\/api\/reports\/daily/, (body) => ({ ...body, more: 0 }))(answer);
}

const withShape: KnownChange['change'] = (answer) =>
  answer.status === 200 && /^\/api\/tasks\/[^/?]+$/.test(answer.path) && answer.etag !== null && answer.etag !== 'content'
    ? { ...answer, etag: answer.etag.replace(/"$/, '.2"') }
    : answer;

/** How many entries Robin's history has: as many as `GET /api/reports/history` gave in all of its pages. No other has 5,000. */
const HISTORY_OF_ROBIN = '6,041';

const newestInHistory = inBody(/reports\/(html|pdf)\?type=history/, (body: string | readonly string[]) => {
  const part = `newest 5,000 of ${HISTORY_OF_ROBIN} entries`;
  const told = (text: string): string =>
    /\b5,000 entries\b/.test(text) ? text.replaceAll('All entries,', `The ${part},`).replace(/\b5,000 entries\b/, `The ${part}`) : text;
  return typeof body === 'string' ? told(body) : body.map(told);
});

/** The style of the page stands behind its fonts. */
function withGrowingLines(answer: Answer): Answer {
  if (!answer.path.startsWith('/partner/') || typeof answer.body !== 'string') return answer;
  const style = `${PARTNER_PAGE_STYLE}${WAITING_STYLE}</style>`;
  return { ...answer, body: answer.body.replace(/\n:root\{color-scheme[\s\S]*?<\/style>/, style) };
}

const withDetail = inBody(
  /^\/api\/settings\/(accountability|all)$/,
  everyObject(
    (one) => 'partner_whatsapp' in one,
    (one) => ({ ...one, partner_detail: one.partner_name === 'Kim' ? 'counts' : 'titles' }),
  ),
);

const withOutcomes = inBody(
  /^\/api\/(tasks|reports)/,
  everyObject(isTask, (task) => ({ ...task, outcome: countsAs(task) })),
);

/** How a task that a list or a report shows counts, from what wire.md says of its other fields. */
function countsAs(task: Body): string {
  if (task.due_date === null) return 'none';
  if (task.status === 'missed' || task.status === 'skipped') return task.status;
  if (task.status !== 'completed') return 'open';
  // The task was completed after the deadline: a miss stays a miss, and a skip stays a skip.
  if (task.late) return task.skip_reason === null ? 'missed' : 'skipped';
  if (task.verification_state === 'expired') return 'missed';
  return ['not_required', 'verified'].includes(task.verification_state) ? 'kept' : 'open';
}
