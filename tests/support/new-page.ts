import { vi } from 'vitest';

// Runs before each file of the web client's tests: what the last file loaded, with its state, is not seen by the next one.
vi.resetModules();

// The library of the messages takes one away in the next frame, which only a browser has.
Object.assign(globalThis, { requestAnimationFrame: (run: () => void) => setTimeout(run), cancelAnimationFrame: clearTimeout });
