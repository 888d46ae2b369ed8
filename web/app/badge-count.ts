/** The number on the bell: at most '9+', and '' for none. */
export const badgeCount = (count: number): string => (count <= 0 ? '' : count > 9 ? '9+' : String(count));
