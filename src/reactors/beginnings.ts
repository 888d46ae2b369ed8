/**
 * Where those reactors begin that were a regular job before reactors existed: with as many events as that job looked
 * at again whenever the program started. Also where one begins that must not miss what another process wrote just before.
 */
export const NEWEST = { newest: 5_000 } as const;
