import type { LeaseRows } from '../../src/store/leases.ts';

interface Row {
  holder: string | null;
  token: number;
  expires: number;
  wanted: boolean;
  /** Who was asked to release it, and until when that process must not take it again. */
  avoid: { readonly holder: string; readonly until: number } | null;
}

/** The leases that a server would keep, in memory. */
export function memoryLeaseRows(now: () => Date): LeaseRows {
  const rows = new Map<string, Row>();
  const workers = new Map<string, number>();
  const time = (): number => now().getTime();
  const isHeld = (row: Row | undefined): row is Row & { holder: string } =>
    row !== undefined && row.holder !== null && row.expires > time();
  return {
    async acquire(name, holder, ttlMs) {
      const row = rows.get(name);
      if (isHeld(row) && row.holder !== holder) return null;
      if (row?.avoid && row.avoid.holder === holder && row.avoid.until > time()) return null;
      const token = (row?.token ?? 0) + 1;
      rows.set(name, { holder, token, expires: time() + ttlMs, wanted: false, avoid: null });
      return token;
    },
    async renew(holder, held, ttlMs) {
      const still = held.filter(({ name, token }) => {
        const row = rows.get(name);
        return row?.holder === holder && row.token === token;
      });
      for (const { name } of still) (rows.get(name) as Row).expires = time() + ttlMs;
      return new Set(still.map(({ name }) => name));
    },
    async release(holder, { name, token }) {
      const row = rows.get(name);
      if (row?.holder === holder && row.token === token) row.holder = null;
    },
    async heartbeat(holder, ttlMs) {
      workers.set(holder, time() + ttlMs);
      const wanted = [...rows].filter(([, row]) => isHeld(row) && row.holder === holder && row.wanted).map(([name]) => name);
      const holders = new Map([...rows].flatMap(([name, row]) => (isHeld(row) ? [[name, row.holder] as const] : [])));
      return { workers: [...workers.values()].filter((until) => until > time()).length, handoverRequested: wanted, holders };
    },
    async leave(holder) {
      workers.delete(holder);
    },
    async list() {
      return [...rows]
        .filter(([, row]) => isHeld(row))
        .map(([name, { holder, token, expires }]) => ({
          name,
          holder: holder as string,
          token,
          expires_at: new Date(expires).toISOString(),
        }))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1));
    },
    async requestHandover(name, avoidMs) {
      const row = rows.get(name);
      if (!isHeld(row)) return;
      row.wanted = true;
      row.avoid = { holder: row.holder, until: time() + avoidMs };
    },
  };
}
