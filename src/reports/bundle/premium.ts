import type { App } from '../../app/app.ts';
import { keptFeedback } from '../../app/premium/design-feedback.ts';
import { keptSolution } from '../../app/premium/solutions.ts';
import type { Cursor, Page } from '../../ports/documents.ts';
import { presentPost, presentSolution } from '../../presenters/premium.ts';
import { filesByIds } from '../../projections/file.ts';
import { feedbackOf, postsOf, solutionsOf } from '../../projections/premium.ts';
import type { BundlePart } from './part.ts';

const PAGE = 50;

/** The texts of all documents in some pages, as the text of a JSON array. */
async function* items<D extends object>(
  page: (page: { readonly limit: number; readonly after?: Cursor }) => Promise<Page<D & { readonly owner: string }>>,
  shown: (found: Page<D & { readonly owner: string }>['items'][number]) => Promise<unknown>,
): AsyncGenerator<string> {
  let after: Cursor | null | undefined;
  let start = '[\n';
  do {
    const found = await page({ limit: PAGE, ...(after && { after }) });
    for (const one of found.items) {
      yield `${start}  ${JSON.stringify(await shown(one))}`;
      start = ',\n';
    }
    after = found.next;
  } while (after !== null);
  yield start === '[\n' ? '[]\n' : '\n]\n';
}

const solutions = (app: App, owner: string) =>
  items(
    (page) => solutionsOf(app.views, owner, page),
    async ({ id }) => {
      const kept = await keptSolution(app, owner, id);
      return kept && presentSolution(kept);
    },
  );

const feedback = (app: App, owner: string) =>
  items(
    (page) => feedbackOf(app.views, owner, page),
    async ({ doc }) => ({ task_id: doc.task_id, submission_id: doc.submission_id, ...(await keptFeedback(app, owner, doc.submission_id)) }),
  );

const posts = (app: App, owner: string) =>
  items(
    (page) => postsOf(app.views, owner, page),
    async (one) => {
      const files = await filesByIds(app.views, one.doc.image_id === null ? [] : [one.doc.image_id]);
      return presentPost({ opener: app.opener, hashes: app.hashes, files, origin: '' }, one);
    },
  );

export const premiumPart: BundlePart = {
  path: 'premium/',
  about: [
    'Solutions that were explained to you, feedback on your designs, and the posts that were',
    'drafted for you. Their pictures are among your files.',
  ],
  files: async ({ app, owner }) => {
    await app.opener.ready(owner);
    return [
      { path: 'premium/solutions.json', pieces: () => solutions(app, owner) },
      { path: 'premium/design-feedback.json', pieces: () => feedback(app, owner) },
      { path: 'premium/posts.json', pieces: () => posts(app, owner) },
    ];
  },
};
