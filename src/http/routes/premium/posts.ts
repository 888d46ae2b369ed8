import { z } from 'zod';
import { changePost, draftPost } from '../../../app/premium/social-posts.ts';
import { editPostBody, newPostBody, socialPost } from '../../../contracts/premium.ts';
import { derivedTag } from '../../../presenters/derived-tags.ts';
import { presentPost } from '../../../presenters/premium.ts';
import type { Stored } from '../../../projections/engine/documents.ts';
import { filesByIds } from '../../../projections/file/files.ts';
import { countPosts, socialPost as findPost, postsOf, type SocialPostDoc } from '../../../projections/premium/social-posts.ts';
import type { Deps } from '../../deps.ts';
import { jsonBody } from '../../kernel/bodies.ts';
import { jsonOf, listPage } from '../../kernel/list-page.ts';
import { pageQuery } from '../../kernel/pages.ts';
import { callerOf } from '../../kernel/principal.ts';
import { type AnyRoute, type Call, route } from '../../kernel/route.ts';
import { byId, idOf, oneShown } from '../../one-shown.ts';

const PATH = '/api/premium/social/posts';
const A_PAGE = 50;
const READ_ONLY = ['id', 'about', 'task_id', 'image', 'facts', 'share_url', 'model', 'created_at'] as const;

/** Posts about kept promises. Nothing is ever posted anywhere by the program. */
export function postRoutes(deps: Deps): readonly AnyRoute[] {
  const { app, pages } = deps;
  const common = { tag: 'Premium', access: 'user', entitlement: 'pro' } as const;
  const one = { description: 'The post as it now is', schema: socialPost, etag: true } as const;

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
    route({
      ...common,
      method: 'GET',
      scopes: ['reports:read'],
      path: PATH,
      summary: 'Posts, newest first',
      description: 'What was made while the plan was there stays readable.',
      query: z.object(pageQuery(200)),
      replies: { 200: { description: 'Posts', schema: z.array(socialPost), pages: true } },
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
    route({
      ...common,
      method: 'POST',
      scopes: ['reports:read', 'tasks:write'],
      path: PATH,
      secrets: ['share_url'],
      summary: 'Draft a post about kept promises',
      description:
        "Its numbers are the record's own: of the last seven days, of the present streak, or of one task that was kept. Where nothing was kept: 409. Without any key a template writes it, and `model` is null.",
      body: jsonBody(newPostBody),
      replies: { 201: { ...one, description: 'Drafted', location: true } },
      refusals: ['conflict', 'limit_reached', 'ai_allowance'],
      async handle(call) {
        const { about, task_id, tone = 'plain' } = call.body;
        const made = await draftPost(app, callerOf(call), { about, taskId: task_id ?? null, tone }, call.newId());
        return written(call, made, 201, { Location: `${PATH}/${made.id}` });
      },
    }),
    route({
      ...common,
      method: 'GET',
      scopes: ['reports:read'],
      path: `${PATH}/{id}`,
      summary: 'One post',
      replies: { 200: { ...one, description: 'The post' } },
      refusals: ['not_found'],
      // Whatever there is was made while the plan was there.
      stays: async () => true,
      handle: read,
    }),
    route({
      ...common,
      method: 'PATCH',
      scopes: ['reports:read', 'tasks:write'],
      path: `${PATH}/{id}`,
      summary: 'Change the text of a post, share it by a link, or take that back',
      description:
        '`shared` makes a public page with exactly this text and picture; `draft` takes it back, with or without the plan, and its link then leads nowhere. Shared again, it has a new link.',
      body: jsonBody(editPostBody),
      readOnly: { names: READ_ONLY, current },
      replies: { 200: one },
      refusals: ['not_found', 'precondition_failed'],
      exists: read,
      stays: async ({ body: { text, status } }) => status === 'draft' && text === undefined,
      async handle(call) {
        const { text = null, status = null } = call.body;
        return written(call, await changePost(app, callerOf(call), idOf(call), { text, status }, await version(call)));
      },
    }),
  ];
}
