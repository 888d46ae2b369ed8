import { queryOptions } from '@tanstack/react-query';
import { readNext } from '../../src/contracts/calls/next.ts';
import type { NextReply } from '../../src/contracts/next.ts';
import type { Camel } from './names.ts';
import { request } from './request.ts';

export type Next = Camel<NextReply>;
export type NextCode = Next['others'][number]['code'];

export const nextKeys = { all: ['next'] as const };

/** What to do next and why, by the server's rule. */
export const nextQuery = () => queryOptions({ queryKey: nextKeys.all, queryFn: ({ signal }) => request(readNext, { signal }) });
