/**
 * A reactor starts this many events before the end of the log if a regular job did its work before reactors existed: that job read as many
 * events at each start. A reactor starts here, too, if it must not miss what another process has just written.
 */
export const NEWEST = { newest: 5_000 } as const;
