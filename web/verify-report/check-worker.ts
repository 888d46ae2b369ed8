import '../lib/without-eval.ts';
import type { KeyList } from '../../src/contracts/ledger/head.ts';
import { type ChosenFiles, checkFiles, type Verdict } from './check-files.ts';

/** What the page sends to the worker. Verdicts can come in another order, so each question has a number. */
export interface Question {
  readonly number: number;
  readonly files: ChosenFiles;
  readonly own: KeyList | null;
}

/** `verdict`: null if the check itself failed. */
export interface Answer {
  readonly number: number;
  readonly verdict: Verdict | null;
}

const worker = self as unknown as { onmessage: (event: MessageEvent<Question>) => void; postMessage: (answer: Answer) => void };

worker.onmessage = ({ data: { number, files, own } }) => {
  checkFiles(files, own).then(
    (verdict) => worker.postMessage({ number, verdict }),
    () => worker.postMessage({ number, verdict: null }),
  );
};
