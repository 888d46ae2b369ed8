const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];
const first = (names: typeof BROWSERS, agent: string): string | undefined => names.find(([mark]) => mark.test(agent))?.[1];

/** How a browser is named in the list of devices: 'Firefox on Linux'. */
export function deviceName(userAgent: string): string {
  const [browser, system] = [first(BROWSERS, userAgent) ?? 'Browser', first(SYSTEMS, userAgent)];
  return system === undefined ? browser : `${browser} on ${system}`;
}
