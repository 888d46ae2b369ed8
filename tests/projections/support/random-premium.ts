import { aiDecider } from '../../../src/domain/ai/decide.ts';
import { aiUseStream } from '../../../src/domain/ai/events.ts';
import {
  DesignFeedbackGiven,
  feedbackStream,
  postStream,
  SocialPostDrafted,
  SocialPostEdited,
  SocialPostShared,
  SocialPostTakenBack,
  SolutionWritten,
  solutionStream,
} from '../../../src/domain/premium/events.ts';
import type { World } from './world.ts';

type Premium = typeof SolutionWritten | typeof DesignFeedbackGiven | typeof SocialPostDrafted | typeof SocialPostEdited;

/** What Pro makes for an owner. Each owner has something of all of it from the start. */
export function premiumActs(world: World, owner: string, pick: (below: number) => number): readonly (() => unknown)[] {
  let made = 0;
  const posts: string[] = [];
  const shared = new Set<string>();
  const write = ({ type, example }: Premium | typeof SocialPostShared | typeof SocialPostTakenBack, stream: string): void => {
    const event = { type, data: example.data, ...(example.private && { private: example.private }) };
    world.write(stream, owner, event as never);
  };
  const next = (): string => {
    made += 1;
    return `${owner}-${made}`;
  };
  const draft = (): void => {
    const id = next();
    posts.push(id);
    write(SocialPostDrafted, postStream(id));
  };
  const share = (): void => {
    const id = posts[pick(posts.length)] ?? '';
    const isShared = shared.delete(id);
    if (!isShared) shared.add(id);
    write(isShared ? SocialPostTakenBack : SocialPostShared, postStream(id));
  };
  const use = (): void => {
    const [taken] = aiDecider.decide(
      { type: 'Take', id: next(), module: 'coding', key: 'operator', allowed: [{ tier: 'mini', limit: null }] },
      aiDecider.initial,
    );
    if (taken) world.write(aiUseStream(owner, '2026-11'), owner, taken);
  };
  const solve = () => write(SolutionWritten, solutionStream(next()));
  const respond = () => write(DesignFeedbackGiven, feedbackStream(next()));
  for (const begin of [use, solve, respond, draft, share]) begin();
  return [use, solve, respond, draft, share, share, () => write(SocialPostEdited, postStream(posts[pick(posts.length)] ?? ''))];
}
