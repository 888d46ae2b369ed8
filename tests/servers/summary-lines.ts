import { appendFileSync } from 'node:fs';

/** Adds a line to the summary of the run: what tests ran over, or what could not be had. `npm test` prints each line once, at its end. */
export function addSummaryLine(line: string): void {
  const file = process.env.VOUCH_SUMMARY_LINES;
  if (file) appendFileSync(file, `${line}\n`);
}
