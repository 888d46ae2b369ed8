const NAME = 'vouch_sidebar';
const WEEK = 7 * 24 * 60 * 60;

/** Open unless the cookie says shut. */
export const readSideOpen = (cookies: string): boolean => !new RegExp(`(?:^|;\\s*)${NAME}=shut(?:;|$)`).test(cookies);

/** Kept for 7 days. */
export const sideCookie = (open: boolean): string => `${NAME}=${open ? 'open' : 'shut'}; path=/; max-age=${WEEK}; samesite=lax`;
