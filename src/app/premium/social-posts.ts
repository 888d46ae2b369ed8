import { number, period, plural, pluralWord } from '../../contracts/words/format.ts';
import { addDays, localDate } from '../../domain/calendar/local.ts';
import { RuleViolation } from '../../domain/kernel/decider.ts';
import type { Position } from '../../domain/kernel/event.ts';
import { readState } from '../../domain/kernel/fold-stream.ts';
import { handle } from '../../domain/kernel/handle.ts';
import { type PostCommand, type PostState, postDecider } from '../../domain/premium/decide.ts';
import { type PostEvent, postStream } from '../../domain/premium/events.ts';
import type { PostMaterial, PostText } from '../../ports/ai-help.ts';
import type { PostPicture } from '../../ports/post-pictures.ts';
import { account } from '../../projections/account/accounts.ts';
import { countsOf, daysOf } from '../../projections/day/days.ts';
import type { Streak } from '../../projections/day/streak.ts';
import { countPosts } from '../../projections/premium.ts';
import { ownerStreak } from '../../projections/report.ts';
import { task as findTask } from '../../projections/task/task-lists.ts';
import { grantOf } from '../ai/allowance.ts';
import { admitToAi, countedAnswer } from '../ai/counted-answers.ts';
import type { App } from '../app.ts';
import { type Caller, contextOf } from '../caller.ts';
import { tokenHash } from '../delivery/account-mails.ts';
import { takeUpload } from '../file/files.ts';
import { fixedQuota } from '../file/quota.ts';
import { withOwnerLock } from '../owner-lock.ts';

export type PostSubject = PostMaterial['about'];

/** The numbers of the record at the instant at which the post is drafted. */
export interface PostFacts {
  readonly kept: number;
  readonly streak: number;
  readonly from: string;
  readonly to: string;
}

export interface PostBasis {
  readonly facts: PostFacts;
  /** The title of the task; null: the post is about no task. */
  readonly title: string | null;
}

const WEEK = 7;
const nothing = (sentence: string): RuleViolation => new RuleViolation('conflict', sentence);

/**
 * The facts for a post, from the record.
 * @throws RuleViolation validation_failed on `task_id`, conflict if nothing was kept, not_found without an account
 */
async function postBasis(app: App, owner: string, about: PostSubject, taskId: string | null): Promise<PostBasis> {
  const found = await account(app.views, owner);
  if (found === null) throw new RuleViolation('not_found', 'There is no such account.');
  const today = localDate(app.clock.now(), found.doc.timezone);
  const streak = await ownerStreak(app.views, { owner, today });
  if (about === 'task') return aboutTask(app, owner, taskId ?? '', streak.current);
  const from = about === 'week' ? addDays(today, 1 - WEEK) : beginningOf(streak);
  if (from === null) throw nothing('There is no streak at the moment. Keep a promise today, and there is one.');
  const { kept } = countsOf(await daysOf(app.views, owner, from, today));
  if (kept === 0) throw nothing('Nothing was kept in these seven days, so there is nothing to write about.');
  return { facts: { kept, streak: streak.current, from, to: today }, title: null };
}

async function aboutTask(app: App, owner: string, id: string, streak: number): Promise<PostBasis> {
  const found = await findTask(app.views, id);
  const sentence = 'There is no such task.';
  if (found === null || found.doc.owner !== owner || found.doc.deleted)
    throw new RuleViolation('validation_failed', sentence, { task_id: [sentence] });
  const { outcome, due_date: date, title } = found.doc;
  if (outcome !== 'kept' || date === null)
    throw nothing('Only a promise that was kept can be shared: this task was not kept, or had no due date.');
  const opened = await app.opener.open(owner, title);
  return { facts: { kept: 1, streak, from: date, to: date }, title: opened?.title ?? '' };
}

function beginningOf({ current, days }: Streak): string | null {
  if (current === 0) return null;
  const broken = days.findLastIndex((day) => day.current === 0);
  return days[broken + 1]?.date ?? null;
}

/** The words for the placeholders in a text. A streak of 0 days is not mentioned. */
export function wordsOf({ facts: { kept, streak, from, to }, title }: PostBasis): PostMaterial['words'] {
  return {
    ...(title === null ? { kept: plural(kept, 'promise') } : { task: title }),
    ...(streak > 0 && { streak: plural(streak, 'day') }),
    period: period(from, to, false),
  };
}

/** The facts for the picture. It never contains the title of a task. */
export function pictureOf(about: PostSubject, { kept, streak, from, to }: PostFacts): PostPicture {
  const days = period(from, to, false);
  const promises = pluralWord(kept, 'promise kept', 'promises kept');
  const inARow = pluralWord(streak, 'day in a row', 'days in a row');
  if (about === 'streak') return { figure: number(streak), label: inARow, period: days, more: `${number(kept)} ${promises}` };
  return {
    figure: number(kept),
    label: promises,
    period: days,
    more: streak > 0 ? `${number(streak)} ${inARow}` : null,
  };
}

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
  throw new RuleViolation('limit_reached', `An account holds at most ${number(MOST_POSTS)} posts.`);
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
  await app.files.receive(owner, id, app.clock.now(), onePiece(png));
  try {
    await takeUpload(app, caller, { id, name: `vouch-${facts.to}.png`, taskId: null, quota: fixedQuota(limits.storage_mb * MB) });
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
