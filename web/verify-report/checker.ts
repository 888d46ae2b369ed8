import type { KeyList } from '../../src/contracts/ledger/head.ts';
import type { ChosenFiles, Verdict } from './check-files.ts';
import type { Answer, Question } from './check-worker.ts';

export type Check = (files: ChosenFiles, own: KeyList | null) => Promise<Verdict>;

/** Starts a worker that checks files, because an export takes seconds. Its script is loaded at once, so nothing has to be loaded later. */
export function startChecker(): Check {
  const worker = new Worker(new URL('./check-worker.ts', import.meta.url), { type: 'module' });
  const failed = new Promise<never>((_, reject) => worker.addEventListener('error', () => reject(new Error('The worker has failed.'))));
  failed.catch(() => undefined);
  let asked = 0;
  return (files, own) => {
    asked += 1;
    const number = asked;
    const answered = verdictOf(worker, number);
    worker.postMessage({ number, files, own } satisfies Question);
    return Promise.race([answered, failed]);
  };
}

/** The answer to the question with this number. */
const verdictOf = (worker: Worker, number: number): Promise<Verdict> =>
  new Promise((resolve, reject) => {
    const ended = new AbortController();
    const take = ({ data }: MessageEvent<Answer>): void => {
      if (data.number !== number) return;
      ended.abort();
      if (data.verdict === null) reject(new Error('The check has failed.'));
      else resolve(data.verdict);
    };
    worker.addEventListener('message', take, { signal: ended.signal });
  });
