import type { ServerResponse } from 'node:http';

/**
 * Counts the requests of each network address that are being answered. A request counts until its answer has been read,
 * or its connection has ended: whoever asks for long answers and does not read them makes them wait in memory.
 * Gives false, and counts nothing, where `most` are being answered already.
 */
export function createInFlight(most: number): (address: string, response: ServerResponse) => boolean {
  const counts = new Map<string, number>();
  return (address, response) => {
    const count = counts.get(address) ?? 0;
    if (count >= most) return false;
    counts.set(address, count + 1);
    response.once('close', () => {
      const left = (counts.get(address) ?? 1) - 1;
      if (left > 0) counts.set(address, left);
      else counts.delete(address);
    });
    return true;
  };
}
