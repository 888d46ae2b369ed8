import type { App } from '../../app/app.ts';
import { verificationFacts } from '../../app/proof/judges.ts';
import type { Cursor } from '../../ports/documents.ts';
import { presentEmailTask } from '../../presenters/email-task.ts';
import { presentCodeTask, presentKept, presentVerification, questionIn } from '../../presenters/proof.ts';
import { allAttemptsOf, codeTasksOf } from '../../projections/coding.ts';
import { emailTasksOf } from '../../projections/email.ts';
import { allTasks } from '../../projections/task/task-lists.ts';
import type { BundlePart } from './part.ts';

const VERIFICATIONS_AT_A_TIME = 500;

/** All verifications with a proof or an appeal, as the text of a JSON array. */
async function* verificationItems(app: App, owner: string): AsyncGenerator<string> {
  let after: Cursor | null | undefined;
  let start = '[\n';
  do {
    const page = await allTasks(app.views, owner, { limit: VERIFICATIONS_AT_A_TIME, ...(after && { after }) });
    const found = page.items.filter(({ doc }) => doc.first_proof_at !== null || doc.appeal !== null);
    const facts = await verificationFacts(app, owner, found);
    for (const one of found) {
      yield `${start}  ${JSON.stringify(presentVerification(app.opener, one, facts))}`;
      start = ',\n';
    }
    after = page.next;
  } while (after !== null);
  yield start === '[\n' ? '[]\n' : '\n]\n';
}

export const verificationsPart: BundlePart = {
  path: 'proof.json',
  about: ['The proofs that you gave, what was said about them, and your appeals.'],
  files: async ({ app, owner }) => [{ path: 'proof.json', pieces: () => verificationItems(app, owner) }],
};

const EMAILS_AT_A_TIME = 100;

/** All emails as the text of a JSON array. The owner's key must be ready (`opener.ready`). */
async function* emailItems({ views, opener }: Pick<App, 'views' | 'opener'>, owner: string): AsyncGenerator<string> {
  let after: Cursor | null | undefined;
  let start = '[\n';
  do {
    const page = await emailTasksOf(views, owner, { limit: EMAILS_AT_A_TIME, ...(after && { after }) });
    for (const found of page.items) {
      yield `${start}  ${JSON.stringify(presentEmailTask(opener, found))}`;
      start = ',\n';
    }
    after = page.next;
  } while (after !== null);
  yield start === '[\n' ? '[]\n' : '\n]\n';
}

export const emailsPart: BundlePart = {
  path: 'emails.json',
  about: ['The emails that you wrote as proof of tasks, drafts and what was said about them too.'],
  files: async ({ app, owner }) => [{ path: 'emails.json', pieces: () => emailItems(app, owner) }],
};

const QUESTIONS_AT_A_TIME = 20;

/** All coding questions of an owner with their attempts, as the text of a JSON array. */
async function* codingItems(app: App, owner: string): AsyncGenerator<string> {
  let after: Cursor | null | undefined;
  let start = '[\n';
  await app.opener.ready(owner);
  do {
    const page = await codeTasksOf(app.views, owner, { limit: QUESTIONS_AT_A_TIME, ...(after && { after }) });
    for (const one of page.items) {
      const { best: _, attempts: _count, ...question } = presentCodeTask(app.opener, one);
      yield `${start}  ${JSON.stringify(question).slice(0, -1)},"attempts":[`;
      start = ',\n';
      let between = '';
      for await (const attempts of allAttemptsOf(app.views, one.id)) {
        for (const { doc } of attempts) {
          yield `${between}${JSON.stringify(presentKept(app.opener, owner, doc, questionIn(app.opener, one.doc)))}`;
          between = ',';
        }
      }
      yield ']}';
    }
    after = page.next;
  } while (after !== null);
  yield start === '[\n' ? '[]\n' : '\n]\n';
}

export const codingPart: BundlePart = {
  path: 'coding.json',
  about: ['The coding questions of your tasks, and all code that you submitted for them.'],
  files: async ({ app, owner }) => [{ path: 'coding.json', pieces: () => codingItems(app, owner) }],
};
