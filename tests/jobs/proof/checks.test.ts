import { beforeEach, expect, test } from 'vitest';
import { type FoundChange, GitHubBusy, type GithubChange, NO_GITHUB } from '../../../src/ports/github.ts';
import { judgingForFile } from './support.ts';

const { app, asked, judging, given, verdicts, story, onFault, requested } = await judgingForFile();

const URL_OF = 'https://github.com/ada/ship/commit/0a1b2c3d';
const CHANGE: GithubChange = {
  kind: 'commit',
  url: URL_OF,
  repository: 'ada/ship',
  sha: '0a1b2c3d',
  number: null,
  text: 'Mend the parser',
  author: 'ada',
  state: null,
  at: '2026-11-20T16:00:00.000Z',
  merged_at: null,
  pushed_at: null,
  additions: 1,
  deletions: 1,
};
let looks: (() => Map<string, FoundChange>)[] = [];
const busy = (): never => {
  throw new GitHubBusy('GitHub asks to wait.', 60);
};
const found = (own: boolean) => (): Map<string, FoundChange> => new Map([[URL_OF, { change: CHANGE, own }]]);
Object.assign(app, { github: { ...NO_GITHUB, kindOf: () => 'commit', lookUp: async () => (looks.shift() ?? busy)() } });
beforeEach(() => {
  looks = [];
});

test('a check is repeated after the time that GitHub asked to wait, and accepts', async () => {
  const { id, review } = await given({ commits: [URL_OF] });
  const judge = judging();
  await judge.begin(review);
  await judge.settled();
  expect([await verdicts(id), await story(review)]).toEqual([[], ['ReviewRequested', 'ReviewBegun']]);
  app.clock.advance('PT3M');
  looks = [found(true)];
  await judge.begin(review);
  await judge.settled();
  expect(await verdicts(id)).toMatchObject([
    { data: { judge: 'check', judge_id: 'github', outcome: 'accepted' }, actor: { kind: 'system' } },
  ]);
  expect([asked(), (await story(review)).at(-1)]).toEqual([[], 'ReviewEnded answered']);
  expect(onFault).not.toHaveBeenCalled();
});

test('a check that cannot confirm the proof passes it on, and the next judge gets what was read', async () => {
  const { id, review } = await given({ commits: [URL_OF], text: 'Done' });
  looks = [found(false)];
  const judge = judging();
  await judge.begin(review);
  await judge.settled();
  const passed = (await app.store.readStream(`task-${id}`)).find(({ type }) => type === 'ReviewPassedOn');
  expect(passed?.data).toMatchObject({ from: 'check', to: 'ai', why: 'check_open' });
  const next = await requested(id);
  expect(next).not.toBe(review);
  await judge.begin(next);
  await judge.settled();
  const note = 'Its author is another account than the connected one.';
  expect(asked()).toMatchObject([{ commits: [{ url: URL_OF, confirmed: false, note, author: 'ada', message: 'Mend the parser' }] }]);
  expect((await verdicts(id)).map(({ data }) => data)).toMatchObject([
    { judge: 'check', outcome: 'commented' },
    { judge: 'ai', outcome: 'accepted' },
  ]);
});
