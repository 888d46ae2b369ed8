import type { Page } from 'playwright-core';
import { type Act, type Acts, button, dialog, inOrder, press, shown, type, unfold } from './acts.ts';
import { proofPicture, type World } from './world.ts';

/** What is done in the panel of a task of the full account. */
export const panel = ({ tasks }: World): Acts => {
  const at = (title: string) => `/todo?task=${Object.entries(tasks).find(([name]) => name.startsWith(title))?.[1]}`;
  const begun = (page: Page) => page.getByRole('article').getByRole('heading').first().waitFor();
  const inPanel =
    (...names: readonly (string | RegExp)[]): Act =>
    async (page) => {
      await begun(page);
      for (const name of names) await button(page.getByRole('article'), name).click();
    };
  return {
    'panel menu': ['full', at('Draft'), inOrder(inPanel('More'), shown('menu'))],
    'panel edited': ['full', at('Draft'), inOrder(inPanel('Edit'), (page) => page.getByRole('form', { name: 'Edit task' }).waitFor())],
    'panel edited, with proof': [
      'full',
      at('Prove in'),
      inOrder(inPanel('Edit'), (page) => page.getByRole('form', { name: 'Edit task' }).waitFor()),
    ],
    'panel edited, refused': [
      'full',
      at('Draft'),
      inOrder(inPanel('Edit'), type('Title', ''), (page) => button(page.getByRole('article'), 'Save').click()),
    ],
    'panel skip dialog': [
      'full',
      at('Begun'),
      inOrder(inPanel('Skip'), (page) => page.getByRole('dialog').filter({ hasText: 'Reason' }).last().waitFor()),
    ],
    'panel split into steps': [
      'full',
      at('Someday'),
      inOrder(inPanel('Split into steps'), (page) => page.getByRole('region', { name: /Steps it could have/ }).waitFor()),
    ],
    'panel estimate': ['full', at('Someday'), inPanel(/estimate/i)],
    'panel history unfolded': ['full', at('Begun'), inOrder(begun, unfold)],
    'panel of nothing': [
      'full',
      '/todo?task=01900000-0000-7000-8000-000000000000',
      (page) => page.getByText('This task is not here any more').waitFor(),
    ],
  };
};

/** What is done while proof is given. */
export const proof = ({ tasks }: World): Acts => {
  const at = (title: string) => `/verify/task/${tasks[title]}`;
  const begun = (page: Page) => page.getByRole('article').getByRole('heading').first().waitFor();
  return {
    'proof refused': ['full', at('Prove in general'), inOrder(begun, press('Send proof'))],
    'proof with a file and a link': [
      'full',
      at('Sent back'),
      inOrder(begun, type('Commit or link', 'https://github.com/ada/vouch/pull/4821'), async (page) => {
        await page.getByLabel('Files').setInputFiles(await proofPicture());
        await page.getByLabel('Uploaded').waitFor();
      }),
    ],
    'proof picked from GitHub': [
      'full',
      at('Prove in general'),
      inOrder(begun, press('Pick from GitHub'), dialog, (page) => page.getByRole('dialog').getByRole('checkbox').first().check()),
    ],
    'proof as a design': ['full', at('Prove by design'), inOrder(begun, unfold)],
    'proof by code, question refused': [
      'full',
      at('Prove by code'),
      inOrder(begun, type('(Addresses of the questions|More addresses)', 'no address'), press('Add')),
    ],
    'proof by email, refused': ['full', at('Prove by email'), inOrder(begun, press('Send email'))],
    'proof by email, written': [
      'full',
      at('Prove by email'),
      inOrder(begun, type('To', 'bo@example.org'), press('Cc and Bcc'), type('Subject', 'The window'), type('Text', 'When?')),
    ],
    'proof withdrawn dialog': ['full', at('In review'), inOrder(begun, press('Withdraw'))],
    'code question': [
      'full',
      at('Prove by code'),
      inOrder(
        begun,
        (page) =>
          page
            .getByRole('link', { name: /questions\.invalid/ })
            .first()
            .click(),
        (page) => page.getByLabel('Statement').waitFor(),
      ),
    ],
    'appeal dialog': ['full', at('Missed soon'), inOrder(press(/^Appeal to/), dialog)],
    'appeal refused': ['full', at('Missed soon'), inOrder(press(/^Appeal to/), dialog, press('Send appeal'))],
    'history filtered to nothing': [
      'full',
      '/verify?tab=history',
      async (page) => void (await page.getByLabel('Outcome').selectOption('Expired')),
    ],
    'open question of the year': [
      'demo',
      '/verify',
      inOrder(
        (page) =>
          page
            .getByRole('link', { name: /solve|kata|sum|code/i })
            .first()
            .click(),
        begun,
      ),
    ],
  };
};
