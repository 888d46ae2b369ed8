import type { Answer } from '../../kernel/route.ts';

/** A page with its own Content-Security-Policy, which no cache may keep. */
export const html = (body: string, policy: string, more: Readonly<Record<string, string>> = {}): Answer => ({
  status: 200,
  headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy, 'Cache-Control': 'no-store', ...more },
  body,
});
