import { adventOfCode } from './advent-of-code.ts';
import { atcoder } from './atcoder.ts';
import { codeforces } from './codeforces.ts';
import { cses } from './cses.ts';
import { exercism } from './exercism.ts';
import { hackerrank } from './hackerrank.ts';
import { kattis } from './kattis.ts';
import { leetcode } from './leetcode.ts';
import { projectEuler } from './project-euler.ts';
import type { Site } from './site.ts';

/** The sites whose pages are known and can be read without signing in. */
export const SITES: readonly Site[] = [adventOfCode, atcoder, codeforces, cses, exercism, hackerrank, kattis, leetcode, projectEuler];
