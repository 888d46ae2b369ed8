import { describe } from 'vitest';
import { memoryWorkSharing } from '../support/work-sharing.ts';
import { workSharingContract } from './work-sharing.ts';

describe('the shares of due work in memory that other tests use', () => {
  workSharingContract(memoryWorkSharing);
});
