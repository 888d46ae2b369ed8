/** Display names of the services for sign-in and connections. */
export const PLATFORM_NAMES = { google: 'Google', github: 'GitHub' } as const;
