// Prepares what the tests need besides the packages of npm, in parallel with the static checks, because most of the time is spent waiting for PyPI.
// Tests that need something unavailable report it.
import { findSchemathesis } from '../fuzz/schemathesis.ts';
import { ownChromium } from '../support/chromium.ts';
import { findOwnMongo } from './mongodb.ts';

await Promise.allSettled([findOwnMongo(), findSchemathesis(), ownChromium()]);
