/** The browser remembers by this cookie whether the side bar of wide windows is open. The first look of a screen reads it, too. */
const COOKIE_NAME = 'vouch_sidebar';
const WEEK_SECONDS = 7 * 24 * 60 * 60;

/** Open unless the cookie says that it is closed. */
export const readSideOpen = (cookies: string): boolean => !new RegExp(`(?:^|;\\s*)${COOKIE_NAME}=shut(?:;|$)`).test(cookies);

/** The cookie lasts 7 days. */
export const sideCookie = (open: boolean): string =>
  `${COOKIE_NAME}=${open ? 'open' : 'shut'}; path=/; max-age=${WEEK_SECONDS}; samesite=lax`;
