import { expect, it } from 'vitest';
import { type LogAnchor, type LogAnchors, NO_EVENTS } from '../../src/ports/log-anchor.ts';

const anchorAt = (events: number, change: Partial<LogAnchor> = {}): LogAnchor => ({
  events,
  head: 'ab'.repeat(32),
  block: 'cd'.repeat(32),
  block_end: { stream: 'task-ä', revision: 7 },
  closed: false,
  accepted: false,
  ...change,
});

/** The anchor of the event log, wherever the vault is stored. */
export function logAnchorsContract(open: () => Promise<LogAnchors>): void {
  it('begins with the anchor of an empty log', async () => {
    expect(await (await open()).logAnchor()).toEqual(NO_EVENTS);
  });

  it('stores an anchor with as many events or more, and none with fewer', async () => {
    const anchors = await open();
    expect(await anchors.putLogAnchor(anchorAt(5))).toBe(true);
    expect(await anchors.putLogAnchor(anchorAt(4))).toBe(false);
    expect(await anchors.logAnchor()).toEqual(anchorAt(5));
    expect(await anchors.putLogAnchor(anchorAt(5, { closed: true }))).toBe(true);
    expect(await anchors.logAnchor()).toEqual(anchorAt(5, { closed: true }));
    expect(await anchors.putLogAnchor(anchorAt(6, { block_end: null, accepted: true }))).toBe(true);
    expect(await anchors.logAnchor()).toEqual(anchorAt(6, { block_end: null, accepted: true }));
  });

  it('replaces an anchor by one with fewer events on request', async () => {
    const anchors = await open();
    await anchors.putLogAnchor(anchorAt(5));
    await anchors.replaceLogAnchor(anchorAt(2));
    expect(await anchors.logAnchor()).toEqual(anchorAt(2));
  });
}
