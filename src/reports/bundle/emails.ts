import type { App } from '../../app/app.ts';
import type { Cursor } from '../../ports/documents.ts';
import { presentEmailTask } from '../../presenters/email-task.ts';
import { emailTasksOf } from '../../projections/email.ts';
import type { BundlePart } from './part.ts';

const PAGE = 100;

/** All emails as the text of a JSON array. The owner's key must be ready (`opener.ready`). */
async function* emailItems({ views, opener }: Pick<App, 'views' | 'opener'>, owner: string): AsyncGenerator<string> {
  let after: Cursor | null | undefined;
  let start = '[\n';
  do {
    const page = await emailTasksOf(views, owner, { limit: PAGE, ...(after && { after }) });
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
