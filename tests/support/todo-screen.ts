import type { Page } from 'playwright-core';

/** Does something and waits for the answer to its request. The screen shows a change before this answer; another page shows it only afterwards. */
export async function answered(page: Page, path: RegExp, act: () => Promise<void>): Promise<void> {
  await Promise.all([page.waitForResponse((response) => path.test(new URL(response.url()).pathname)), act()]);
}

/** What a user does on the screen of tasks. `day` and `time` are texts as a user types them. */
export function todoScreen(page: Page) {
  const row = (title: string) => page.getByRole('listitem').filter({ has: page.getByRole('link', { name: title, exact: true }) });
  return {
    row,
    /** Opens a task's menu. */
    async more(title: string): Promise<void> {
      await row(title).hover();
      await page.getByRole('button', { name: `More: ${title}` }).click();
    },
    async write(title: string, { day, time }: { day?: string; time?: string } = {}): Promise<void> {
      await page.getByRole('textbox', { name: 'New task' }).fill(title);
      if (day) await page.getByLabel('Due', { exact: true }).fill(day);
      if (time) await page.getByLabel('Time', { exact: true }).fill(time);
      await page.getByRole('button', { name: 'Add task' }).click();
      await row(title).waitFor();
    },
    complete: (title: string) => page.getByRole('button', { name: `Complete: ${title}` }).click(),
    isOpen: (title: string) => page.getByRole('button', { name: `Complete: ${title}` }).waitFor(),
    isCompleted: (title: string) => page.getByRole('button', { name: `Open again: ${title}` }).waitFor(),
  };
}
