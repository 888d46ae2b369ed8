import type { Progress } from './ports.ts';

const WIDTH = 30;
const STEPS = 10;

/** A progress bar on a terminal; elsewhere one line for each tenth. */
export function progressBar(stream: { readonly isTTY?: boolean; write(text: string): unknown }): Progress {
  let step = -1;
  return {
    show(share, text) {
      const filled = Math.round(Math.min(Math.max(share, 0), 1) * WIDTH);
      const percent = `${Math.floor(share * 100)}`.padStart(3);
      if (stream.isTTY) {
        stream.write(`\r${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)} ${percent} %  ${text}\u001b[K`);
      } else if (Math.floor(share * STEPS) > step) {
        step = Math.floor(share * STEPS);
        stream.write(`${percent} %  ${text}\n`);
      }
    },
    done() {
      step = -1;
      if (stream.isTTY) stream.write('\n');
    },
  };
}
