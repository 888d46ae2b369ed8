/** How often the tests kill a process while it works. `VOUCH_KILLS=100` is the whole of it. */
export const KILLS = Number(process.env.VOUCH_KILLS ?? 20);
