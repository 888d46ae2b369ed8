/** The bell's figure, capped at '9+'; nothing for none. */
export const badgeCount = (count: number): string => (count <= 0 ? '' : count > 9 ? '9+' : String(count));
