import type { App } from '../../app/app.ts';
import type { Cursor } from '../../ports/documents.ts';
import { presentReported } from '../../presenters/task.ts';
import { allTasks } from '../../projections/task/task-lists.ts';
import type { BundlePart } from './part.ts';

const PAGE = 500;

/** All tasks as the text of a JSON array, archived and deleted ones included. The owner's key must be ready (`opener.ready`). */
async function* taskItems({ views, opener }: Pick<App, 'views' | 'opener'>, owner: string): AsyncGenerator<string> {
  let after: Cursor | null | undefined;
  let start = '[\n';
  do {
    const page = await allTasks(views, owner, { limit: PAGE, ...(after && { after }) });
    for (const found of page.items) {
      if (found.doc.withdrawn) continue;
      yield `${start}  ${JSON.stringify(presentReported(opener, found))}`;
      start = ',\n';
    }
    after = page.next;
  } while (after !== null);
  yield start === '[\n' ? '[]\n' : '\n]\n';
}

export const tasksPart: BundlePart = {
  path: 'tasks.json',
  about: ['All your tasks, as the program shows them; archived and deleted ones too ("deleted": true).'],
  files: async ({ app, owner }) => [{ path: 'tasks.json', pieces: () => taskItems(app, owner) }],
};
