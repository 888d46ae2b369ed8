import { feedbackOn, keptFeedback, submittedDesign } from '../../../app/premium/design-feedback.ts';
import { changePost, draftPost } from '../../../app/premium/social-posts.ts';
import { keptSolution, ownQuestion, solutionOf } from '../../../app/premium/solutions.ts';
import * as calls from '../../../contracts/calls/premium.ts';
import type { Stored } from '../../../ports/documents.ts';
import { presentDesignSubmission, presentPost, presentSolution } from '../../../presenters/premium.ts';
import { derivedTag } from '../../../presenters/task.ts';
import { filesByIds } from '../../../projections/file.ts';
import { countPosts, socialPost as findPost, postsOf, type SocialPostDoc } from '../../../projections/premium.ts';
import { unchanged } from '../../kernel/faults.ts';
import { jsonOf, listPage } from '../../kernel/list-page.ts';
import { callerOf } from '../../kernel/principal.ts';
import { type Call, type Route, route, tagged } from '../../kernel/route.ts';
import { byId, idOf, oneShown } from '../../one-shown.ts';
import type { Deps } from '../../routes.ts';

const A_PAGE = 50;
const READ_ONLY = ['id', 'about', 'task_id', 'image', 'facts', 'share_url', 'model', 'created_at'] as const;

/** The program never publishes a post anywhere by itself. */
export function postRoutes(deps: Deps): readonly Route[] {
  const { app, pages } = deps;

  async function shown(
    { principal: { owner }, context }: Pick<Call<unknown, unknown>, 'principal' | 'context'>,
    posts: readonly Stored<SocialPostDoc>[],
  ) {
    const [files] = await Promise.all([
      filesByIds(
        app.views,
        posts.flatMap(({ doc }) => doc.image_id ?? []),
      ),
      app.opener.ready(owner),
    ]);
    return posts.map((post) => presentPost({ opener: app.opener, hashes: app.hashes, files, origin: deps.originOf(context.req) }, post));
  }
  const ownPost = async (owner: string, id: string | undefined): Promise<Stored<SocialPostDoc> | null> => {
    const found = await byId(id, (known) => findPost(app.views, known));
    return found?.doc.owner === owner ? found : null;
  };
  const { current, read, version, written } = oneShown(deps, async (call) => {
    const found = await ownPost(call.principal.owner, call.params.id);
    const [body] = found === null ? [] : await shown(call, [found]);
    return found === null || body === undefined ? null : { body, tag: derivedTag(found.doc.version, body) };
  });

  return [
    route(calls.listPosts, {
      stays: async ({ principal: { owner } }) => (await countPosts(app.views, owner, 1)) > 0,
      async handle(call) {
        const { owner } = call.principal;
        return listPage(pages, call, {
          limit: A_PAGE,
          read: (page) => postsOf(app.views, owner, page),
          texts: async (found) => jsonOf(await shown(call, found)),
        });
      },
    }),
    route(calls.draftPost, {
      async handle(call) {
        const { about, task_id, tone = 'plain' } = call.body;
        const made = await draftPost(app, callerOf(call), { about, taskId: task_id ?? null, tone }, call.newId());
        return written(call, made, 201, { Location: `${calls.listPosts.path}/${made.id}` });
      },
    }),
    route(calls.readPost, {
      // Existing posts were made while the owner had the plan.
      stays: async () => true,
      handle: read,
    }),
    route(calls.editPost, {
      faults: [unchanged(READ_ONLY, current)],
      exists: read,
      stays: async ({ body: { text, status } }) => status === 'draft' && text === undefined,
      async handle(call) {
        const { text = null, status = null } = call.body;
        return written(call, await changePost(app, callerOf(call), idOf(call), { text, status }, await version(call)));
      },
    }),
  ];
}

/** Generated on first request, then stored. */
export function premiumWorkRoutes({ app }: Deps): readonly Route[] {
  return [
    route(calls.readSolution, {
      exists: ({ principal: { owner }, params }) => ownQuestion(app, owner, idOf({ params })),
      stays: async ({ principal: { owner }, params }) => (await keptSolution(app, owner, idOf({ params }))) !== null,
      handle: async (call) => tagged(presentSolution(await solutionOf(app, callerOf(call), idOf(call)))),
    }),
    route(calls.readDesignFeedback, {
      exists: ({ principal: { owner }, params }) => submittedDesign(app, owner, idOf({ params })),
      async stays({ principal: { owner }, params }) {
        const { submissionId } = await submittedDesign(app, owner, idOf({ params }));
        return (await keptFeedback(app, owner, submissionId)) !== null;
      },
      async handle(call) {
        const submitted = await submittedDesign(app, call.principal.owner, idOf(call));
        return tagged(presentDesignSubmission(submitted, await feedbackOn(app, callerOf(call), submitted)));
      },
    }),
  ];
}
