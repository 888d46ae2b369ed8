const parts = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', options);
const DAY = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
const cache = new Map<string, Intl.DateTimeFormat>();

function formatIn(zone: string): Intl.DateTimeFormat {
  const known = cache.get(zone);
  if (known) return known;
  const made = parts({ ...DAY, hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: zone });
  cache.set(zone, made);
  return made;
}

/** An instant as a local date and time in the zone: 'Friday 27 November 2026, 17:00'. */
export function localWords(instant: string, zone: string): string {
  const found = Object.fromEntries(
    formatIn(zone)
      .formatToParts(new Date(instant))
      .map(({ type, value }) => [type, value]),
  );
  return `${found.weekday} ${found.day} ${found.month} ${found.year}, ${found.hour}:${found.minute}`;
}
