/** Parses JSON that this program has stored, as the type that was stored. Nobody else writes to the stores, so it is not checked again. */
export const storedJson = <Stored>(json: string): Stored => JSON.parse(json);
