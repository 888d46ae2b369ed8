import type { PartnerPage } from '../../messages/partner/page.ts';

/**
 * The page that a browser shows while the program cannot answer yet. `percent` is how much of the log has been read, 0 to 100;
 * null if that is not known.
 */
export function gettingReadyPage(percent: number | null): PartnerPage {
  return {
    heading: 'Vouch is getting ready',
    for: '',
    body: [
      percent === null
        ? 'It will answer in a moment. Nothing is lost.'
        : `It is reading everything that was written down, and has read ${percent} % of it. Nothing is lost.`,
      'This page looks again by itself every few seconds. You can leave it open.',
    ],
    actions: [],
    way: null,
    waiting: null,
    summary: null,
    decided: [],
    fine: '',
    stop: null,
  };
}
