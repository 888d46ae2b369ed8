const NAME = 'vouch_sidebar';
const WEEK = 7 * 24 * 60 * 60;

/** Whether the side bar is open: yes, unless the cookie says that it is closed. */
export const readSideOpen = (cookies: string): boolean => !new RegExp(`(?:^|;\\s*)${NAME}=shut(?:;|$)`).test(cookies);

/** The cookie that stores the state of the side bar for 7 days. */
export const sideCookie = (open: boolean): string => `${NAME}=${open ? 'open' : 'shut'}; path=/; max-age=${WEEK}; samesite=lax`;
