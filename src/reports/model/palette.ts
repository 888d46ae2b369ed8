/** The product's colours, each for the light and the dark theme. A PDF always has the light ones. */
export const PALETTE = {
  ground: ['#f3f5f1', '#0e1210'],
  sheet: ['#fcfdfb', '#141916'],
  sunk: ['#eceee9', '#1f2622'],
  line: ['#dfe4dc', '#29312c'],
  'line-2': ['#c2cabf', '#3d4841'],
  edge: ['#7d887f', '#77847b'],
  ink: ['#17211c', '#e8ede8'],
  'ink-2': ['#434f47', '#b6c0b8'],
  'ink-3': ['#5b665e', '#8f9a91'],
  accent: ['#6e2358', '#e0a1cb'],
  'accent-wash': ['#f5eaf1', '#2c1926'],
  kept: ['#1a6a3f', '#71cd96'],
  due: ['#855000', '#e2b15c'],
  'due-wash': ['#faefd9', '#2d230f'],
  missed: ['#ad251d', '#f28f83'],
  'missed-wash': ['#fae8e5', '#341916'],
  review: ['#1d57a3', '#8ab6f2'],
  h0: ['#e9ede6', '#1e2521'],
  h1: ['#c3e0cc', '#1d4430'],
  h2: ['#8cc5a0', '#2b6a48'],
  h3: ['#4a9c6d', '#459a6b'],
  h4: ['#1a6a3f', '#71cd96'],
} as const satisfies Record<string, readonly [string, string]>;
export type Ink = keyof typeof PALETTE;

export const INKS = Object.keys(PALETTE) as readonly Ink[];
export const light = (ink: Ink): string => PALETTE[ink][0];
