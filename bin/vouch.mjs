#!/usr/bin/env node
// `npx vouch …` in a clone. Runs on Node 18 and newer, and hands over to the Node that Vouch needs.
import { becomeVouch, install, runtime } from '../scripts/setup.mjs';

install();
becomeVouch(runtime(), process.argv.slice(2));
