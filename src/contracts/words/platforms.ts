/** The services with which people sign in, and which they connect, as people know them. */
export const PLATFORM_NAMES = { google: 'Google', github: 'GitHub' } as const;
