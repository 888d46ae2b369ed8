import type { App } from '../../app/app.ts';
import type { Cursor } from '../../ports/documents.ts';
import { presentCodeTask, presentKept, questionIn } from '../../presenters/code-task.ts';
import { allAttemptsOf } from '../../projections/coding/code-attempts.ts';
import { codeTasksOf } from '../../projections/coding/code-tasks.ts';
import type { BundlePart } from './part.ts';

const PAGE = 20;

/** All coding questions of an owner with their attempts, as the text of a JSON array. */
async function* codingItems(app: App, owner: string): AsyncGenerator<string> {
  let after: Cursor | null | undefined;
  let start = '[\n';
  await app.opener.ready(owner);
  do {
    const page = await codeTasksOf(app.views, owner, { limit: PAGE, ...(after && { after }) });
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
