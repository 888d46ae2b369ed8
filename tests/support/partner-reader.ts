import type { Locator, Page } from 'playwright-core';
import { sees, type Visit } from './browser.ts';

/** A partner who reads their mails in the development mailbox, in a browser of their own. */
export interface PartnerReader {
  /** The page that the last link opened. */
  page(): Page;
  /** Opens the newest mail of this subject, and follows its link. */
  follow(subject: string): Promise<void>;
  /** What of that page is about a task. */
  about(title: string): Locator;
  /** Sends the form of a proof, and is told that it was taken. */
  judge(title: string, verdict: 'Accept' | 'Reject', comment?: string): Promise<void>;
}

export function partnerReader({ page: mailbox, context }: Visit): PartnerReader {
  let asked: Page | null = null;
  const page = (): Page => {
    if (asked === null) throw new Error('The partner has followed no link yet.');
    return asked;
  };
  const about = (title: string): Locator => page().getByRole('region', { name: title });
  return {
    page,
    about,
    async follow(subject) {
      const mail = mailbox.getByRole('link', { name: subject }).first();
      await mailbox.goto('/dev/mailbox');
      while ((await mail.count()) === 0) await mailbox.getByRole('link', { name: 'Look again' }).click();
      await mail.click();
      const opened = context.waitForEvent('page');
      await mailbox.frameLocator('iframe').locator('a[href*="/partner/"]').first().click();
      await asked?.close();
      asked = await opened;
    },
    async judge(title, verdict, comment = '') {
      await about(title)
        .getByRole('textbox', { name: /^Comment/ })
        .fill(comment);
      await about(title).getByRole('button', { name: verdict, exact: true }).click();
      await sees(page(), `You have ${verdict.toLowerCase()}ed the proof of ‘${title}’.`);
    },
  };
}
