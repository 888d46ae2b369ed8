import type { ShareResult, WorkShare, WorkSharing } from '../../src/ports/due-work.ts';

interface Row {
  readonly share: WorkShare;
  until: number;
  take: string | null;
  result: ShareResult | null;
}

/** Shares of due work in memory. `now`: the server's clock, in milliseconds. */
export function memoryWorkSharing(now: () => number): WorkSharing {
  const rows = new Map<string, Row>();
  let takes = 0;
  const takenRow = ({ id, take }: { readonly id: string; readonly take: string }): Row | null => {
    const row = rows.get(id);
    return row !== undefined && row.take === take && row.result === null ? row : null;
  };
  const change = (share: { readonly id: string; readonly take: string }, by: Partial<Row>): boolean => {
    const row = takenRow(share);
    if (row !== null) Object.assign(row, by);
    return row !== null;
  };
  return {
    async handOut(shares) {
      for (const share of shares) rows.set(share.id, { share: structuredClone(share), until: 0, take: null, result: null });
    },
    async take({ group, kinds }, ms) {
      const isWanted = ({ share, until, result }: Row): boolean =>
        result === null && until <= now() && (group ?? share.group) === share.group && (kinds?.includes(share.kind) ?? true);
      const row = [...rows.values()].find(isWanted);
      if (row === undefined) return null;
      takes += 1;
      Object.assign(row, { take: `take ${takes}`, until: now() + ms });
      return { ...structuredClone(row.share), take: `take ${takes}` };
    },
    keep: async (share, ms) => change(share, { until: now() + ms }),
    finish: async (share, result) => void change(share, { result }),
    giveBack: async (share) => void change(share, { until: 0, take: null }),
    results: async (group) =>
      new Map([...rows.values()].filter(({ share }) => share.group === group).map(({ share, result }) => [share.id, result])),
    async end(groups) {
      for (const [id, { share }] of rows) if (groups.includes(share.group)) rows.delete(id);
    },
    clear: async () => rows.clear(),
  };
}
