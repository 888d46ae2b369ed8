// What the tests need besides the packages of npm, made beside the checks of types and form: most of it is waiting for PyPI.
// What cannot be had here is reported by the tests that ask for it.
import { findSchemathesis } from '../fuzz/schemathesis.ts';
import { ownChromium } from '../support/chromium.ts';
import { findOwnMongo } from './mongodb.ts';

await Promise.allSettled([findOwnMongo(), findSchemathesis(), ownChromium()]);
