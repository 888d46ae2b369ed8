import { vi } from 'vitest';

// Runs before each file of the web client's tests: what the last file loaded, with its state, is not seen by the next one.
vi.resetModules();
