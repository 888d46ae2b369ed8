import type { App } from '../../app/app.ts';
import type { JsonObject } from '../../domain/kernel/event.ts';
import type { Cursor, Page, Stored } from '../../ports/documents.ts';
import { presentSession } from '../../presenters/focus.ts';
import { presentTimeBox } from '../../presenters/time-box.ts';
import { sessionsOf } from '../../projections/focus.ts';
import { tasksById } from '../../projections/task/task-lists.ts';
import { allTimeBoxes, overlapsAmong, timeBoxesAround } from '../../projections/time-box.ts';
import type { BundlePart } from './part.ts';

const AT_A_TIME = 500;

type ReadPage<D extends JsonObject> = (page: { readonly limit: number; readonly after?: Cursor }) => Promise<Page<D>>;

/** The text of a JSON array. `present` gets the documents of one page. */
async function* items<D extends JsonObject>(
  read: ReadPage<D>,
  present: (found: readonly Stored<D>[]) => Promise<readonly unknown[]>,
): AsyncGenerator<string> {
  let after: Cursor | null | undefined;
  let start = '[\n';
  do {
    const page = await read({ limit: AT_A_TIME, ...(after && { after }) });
    for (const one of await present(page.items)) {
      yield `${start}  ${JSON.stringify(one)}`;
      start = ',\n';
    }
    after = page.next;
  } while (after !== null);
  yield start === '[\n' ? '[]\n' : '\n]\n';
}

const titlesOf = ({ views }: App, found: readonly Stored<JsonObject & { readonly task_id: string | null }>[]) =>
  tasksById(
    views,
    found.flatMap(({ doc }) => doc.task_id ?? []),
  );

const boxItems = (app: App, owner: string): AsyncGenerator<string> =>
  items(
    (page) => allTimeBoxes(app.views, owner, page),
    async (found) => {
      const around = await timeBoxesAround(
        app.views,
        owner,
        found.map(({ doc }) => doc),
      );
      const titles = await titlesOf(app, found);
      await app.opener.ready(owner);
      const overlaps = overlapsAmong(around);
      return found.map((box) => presentTimeBox(app.opener, box, { titles, overlaps }));
    },
  );

export const timeBoxesPart: BundlePart = {
  path: 'time-boxes.json',
  about: ['The times that you planned for tasks.'],
  files: async ({ app, owner }) => [{ path: 'time-boxes.json', pieces: () => boxItems(app, owner) }],
};

const sessionItems = (app: App, owner: string): AsyncGenerator<string> =>
  items(
    (page) => sessionsOf(app.views, owner, {}, page),
    async (found) => {
      const context = { titles: await titlesOf(app, found), now: app.clock.now() };
      await app.opener.ready(owner);
      return found.map(({ doc }) => presentSession(app.opener, doc, context));
    },
  );

export const focusPart: BundlePart = {
  path: 'focus.json',
  about: ['Your focus sessions, newest first.'],
  files: async ({ app, owner }) => [{ path: 'focus.json', pieces: () => sessionItems(app, owner) }],
};
