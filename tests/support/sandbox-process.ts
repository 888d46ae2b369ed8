// Runs endless loops in the sandbox, until it is ended from outside.
import { openSandbox } from '../../src/providers/sandbox/sandbox.ts';

const examples = Array.from({ length: 50 }, () => ({ input: '', output: '' }));
setInterval(() => undefined, 1_000);
await openSandbox().run(
  'ada',
  { language: 'javascript', code: 'for (;;);', entry: { kind: 'stdio' }, examples },
  new AbortController().signal,
);
