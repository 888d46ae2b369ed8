import { expect, test } from 'vitest';
import { LENGTHS, measuredLength } from '../../src/store/lease-length.ts';

test('a lease is short among several workers whose store is fast, and of the usual length for one that is alone', () => {
  const length = measuredLength();
  length.took(5);
  expect(length.now()).toBe(LENGTHS.usual);
  length.among(2);
  expect(length.now()).toBe(LENGTHS.shortest);
  length.among(1);
  expect(length.now()).toBe(LENGTHS.usual);
});

test('a slow call makes leases longer at once, within bounds, and they are shorter again after many fast ones', () => {
  const length = measuredLength();
  length.among(2);
  length.took(1_000);
  expect(length.now()).toBe(4_000);
  for (let call = 0; call < 20; call += 1) length.took(5);
  expect(length.now()).toBe(4_000);
  for (let call = 0; call < 20; call += 1) length.took(5);
  expect(length.now()).toBe(LENGTHS.shortest);
  length.took(60_000);
  expect(length.now()).toBe(LENGTHS.longest);
});
