import { RuleViolation } from '../../domain/kernel/decider.ts';
import type { Position } from '../../domain/kernel/event.ts';
import { handle } from '../../domain/kernel/handle.ts';
import { readState } from '../../domain/kernel/read-stream.ts';
import { type PostCommand, type PostState, postDecider } from '../../domain/premium/decide.ts';
import { type PostEvent, postStream } from '../../domain/premium/events.ts';
import type { PostMaterial, PostText } from '../../ports/ai-help.ts';
import { countPosts } from '../../projections/premium/social-posts.ts';
import { grantOf } from '../ai/allowance.ts';
import { admitToAi, countedAnswer } from '../ai/counted-ask.ts';
import type { App } from '../app.ts';
import { type Caller, contextOf } from '../caller.ts';
import { tokenHash } from '../delivery/account-mails.ts';
import { takeUpload } from '../file/files.ts';
import { withOwnerLock } from '../owner-lock.ts';
import { type PostFacts, type PostSubject, pictureOf, postBasis, wordsOf } from './post-facts.ts';

const MOST_POSTS = 1_000;
const MB = 1_048_576;

export interface NewPost {
  readonly about: PostSubject;
  readonly taskId: string | null;
  readonly tone: PostMaterial['tone'];
}

interface PostResult {
  readonly id: string;
  readonly position: Position | null;
}

const notFound = (): RuleViolation => new RuleViolation('not_found', 'There is no such post.');

/**
 * Drafts a post with the numbers of the record and a picture. Repeating the call with the same id creates one post.
 * @throws RuleViolation validation_failed, conflict, limit_reached, ai_allowance
 * @throws AiUnavailable
 */
export function draftPost(app: App, caller: Caller, { about, taskId, tone }: NewPost, id: string): Promise<PostResult> {
  const { owner } = caller;
  return withOwnerLock(
    app,
    owner,
    async () => {
      if ((await stateOf(app, id)).status !== 'none') return { id, position: null };
      const basis = await postBasis(app, owner, about, taskId);
      await refuseTooMany(app, owner);
      const { text, model, prompt_version } = await textOf(app, caller, { about, tone, title: basis.title, words: wordsOf(basis) }, id);
      const image_id = await storedPicture(app, caller, about, basis.facts);
      const data = { about, task_id: taskId, ...basis.facts, image_id, model, prompt_version };
      return { id, position: await send(app, caller, id, { type: 'Draft', data, text }) };
    },
    `post ${id}`,
  );
}

async function refuseTooMany(app: App, owner: string): Promise<void> {
  if ((await countPosts(app.views, owner, MOST_POSTS)) < MOST_POSTS) return;
  throw new RuleViolation('limit_reached', `An account holds at most ${MOST_POSTS.toLocaleString('en-US')} posts.`);
}

async function textOf(app: App, caller: Caller, material: PostMaterial, id: string): Promise<PostText & { readonly model: string | null }> {
  const admitted = await admitToAi(app, caller, await grantOf(app, caller.owner), { id: `post ${id}`, module: 'general', tier: 'premium' });
  const answer = admitted && (await countedAnswer(app, caller, admitted, (way) => app.ai.post(material, way)));
  return answer === null || 'failure' in answer
    ? { ...app.ai.postByTemplate(material), model: null }
    : { ...answer.value, model: answer.model };
}

/** Draws the picture, and stores it as a file of the owner. Null: there is no room for it. */
async function storedPicture(app: App, caller: Caller, about: PostSubject, facts: PostFacts): Promise<string | null> {
  const { owner } = caller;
  const [png, { limits }] = await Promise.all([app.postPictures.draw(pictureOf(about, facts)), app.plans.of(owner)]);
  const id = app.newId();
  await app.files.begin(owner, id, '', app.clock.now());
  await app.files.append(owner, id, 0, onePiece(png));
  try {
    await takeUpload(app, caller, { id, name: `vouch-${facts.to}.png`, taskId: null, quota: limits.storage_mb * MB });
    return id;
  } catch (error) {
    await app.files.abandon(owner, id);
    if (error instanceof RuleViolation && (error.code === 'quota_exceeded' || error.code === 'limit_reached')) return null;
    throw error;
  }
}

async function* onePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

export interface PostChange {
  readonly text: string | null;
  readonly status: 'draft' | 'shared' | null;
}

/**
 * Changes a post, publishes its page or withdraws it.
 * @throws RuleViolation not_found, precondition_failed
 */
export async function changePost(
  app: App,
  caller: Caller,
  id: string,
  { text, status }: PostChange,
  ifMatch: number | null = null,
): Promise<PostResult> {
  const { owner } = caller;
  const state = await stateOf(app, id);
  if (state.status === 'none' || state.owner !== owner) throw notFound();
  const present = state.text && (await app.opener.open(owner, state.text))?.text;
  const hashOf = (share: number): string => tokenHash(shareToken(app, id, share));
  const command = { type: 'Change', owner, if_match: ifMatch, text: text === present ? null : text, status, hashOf } as const;
  return { id, position: await send(app, caller, id, command) };
}

/** The token in the link of a post. No event contains it. Sharing the post again gives it a new token. */
export const shareToken = ({ hashes }: Pick<App, 'hashes'>, id: string, share: number): string => hashes.keyed('share', `${id} ${share}`);

const stateOf = (app: App, id: string): Promise<PostState> => readState(app.store, postDecider, postStream(id));

const send = async (app: App, caller: Caller, id: string, command: PostCommand): Promise<Position | null> =>
  (await handle<PostState, PostCommand, PostEvent>(app, postDecider, postStream(id), command, contextOf(caller))).position;
