import { createHash } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startAnchoring } from '../../src/store/anchor/anchoring.ts';
import { checkAnchor, wholeChain } from '../../src/store/anchor/check.ts';
import type { OpenEventStore } from './event-store.ts';
import { anEvent, endOf } from './events.ts';

const BLOCK = 1024;

/** The head after these hashes, computed block by block as the documentation says. */
function headOf(hashes: readonly string[]): string {
  let block: Buffer = Buffer.alloc(32);
  let from = 0;
  for (; from + BLOCK <= hashes.length; from += BLOCK) block = digest(block, hashes.slice(from, from + BLOCK));
  return (from === hashes.length ? block : digest(block, hashes.slice(from))).toString('hex');
}

const digest = (block: Buffer, hashes: readonly string[]): Buffer =>
  createHash('sha256')
    .update(block)
    .update(Buffer.from(hashes.join(''), 'hex'))
    .digest();

/** The chain over the whole log, and its anchor. */
export function globalChainContract(openSubject: OpenEventStore): void {
  const open = async () => {
    const subject = await openSubject();
    onTestFinished(() => subject.close());
    const write = (stream: string, count: number) =>
      subject.store.append(
        stream,
        'no_stream',
        Array.from({ length: count }, () => anEvent()),
      );
    const ports = { log: subject.log, anchors: subject.vault };
    return { ...subject, write, ports };
  };

  describe('global chain', () => {
    it('joins the hashes of all events in the order of the log, block by block', async () => {
      const { log, write } = await open();
      expect((await wholeChain(log)).chain.head).toBe(headOf([]));
      const hashes: string[] = [];
      // Around the end of a block.
      for (const [index, count] of [1, BLOCK - 2, 1, 1].entries()) {
        const { events } = await write(`s-${index}`, count);
        hashes.push(...events.map(({ metadata }) => metadata.hash));
        const { chain, position } = await wholeChain(log);
        expect([chain.events, chain.head, position]).toEqual([hashes.length, headOf(hashes), await log.head()]);
      }
    });

    it('goes on from an anchor, which names the end of its last full block', async () => {
      const { log, vault, write, ports } = await open();
      await write('s-1', BLOCK + 10);
      const { anchoring } = await startAnchoring(ports, { accept: false });
      await anchoring.settle();
      const anchor = await vault.logAnchor();
      expect(anchor).toMatchObject({ events: BLOCK + 10, block_end: { stream: 's-1', revision: BLOCK - 1 }, closed: false });
      await write('s-2', BLOCK);
      const again = await startAnchoring(ports, { accept: false });
      await again.anchoring.settle({ closed: true });
      const { chain } = await wholeChain(log);
      expect(await vault.logAnchor()).toMatchObject({ events: 2 * BLOCK + 10, head: chain.head, closed: true });
    });

    it('says which events the vault did not know at the start', async () => {
      const { log, write, ports } = await open();
      await write('s-1', 3);
      await (await startAnchoring(ports, { accept: false })).anchoring.settle();
      const known = await log.head();
      await write('s-2', 2);
      const { anchoring } = await startAnchoring(ports, { accept: false });
      await write('s-3', 1);
      expect(anchoring.newAtStart.after).toBe(known);
      expect(await log.readLinks(known, 10)).toMatchObject([{}, { position: anchoring.newAtStart.through }, {}]);
    });

    it('finds an event by its place, and no event where there is none', async () => {
      const { store, log } = await open();
      const [, second] = (await store.append('s-1', 'no_stream', [anEvent(), anEvent()])).events;
      expect(await log.positionOf({ stream: 's-1', revision: 1 })).toBe(second?.position);
      expect(await log.positionOf({ stream: 's-1', revision: 2 })).toBeNull();
      expect(await log.positionOf({ stream: 's-2', revision: 0 })).toBeNull();
    });
  });

  describe('anchor', () => {
    it('is extended from where it was, and stays the same while nothing is written', async () => {
      const { vault, write, ports } = await open();
      const { anchoring } = await startAnchoring(ports, { accept: false });
      await write('s-1', 3);
      await anchoring.settle();
      const three = await vault.logAnchor();
      await anchoring.settle();
      expect(await vault.logAnchor()).toEqual(three);
      await write('s-2', 2);
      await anchoring.settle();
      expect(await vault.logAnchor()).toMatchObject({ events: 5, closed: false });
    });

    it('does not fall behind that of another process', async () => {
      const { store, vault, write, ports } = await open();
      const [one, other] = [await startAnchoring(ports, { accept: false }), await startAnchoring(ports, { accept: false })];
      const { events } = await write('s-1', 3);
      await Promise.all([one.anchoring.settle(), other.anchoring.settle()]);
      await store.append('s-1', endOf(events), [anEvent()]);
      await one.anchoring.settle();
      await write('s-2', 1);
      await other.anchoring.settle();
      await one.anchoring.settle();
      expect((await vault.logAnchor()).events).toBe(5);
    });

    it('accepts a log that has grown, unless the program had ended as planned', async () => {
      const { vault, write, ports } = await open();
      await write('s-1', 3);
      const { anchoring } = await startAnchoring(ports, { accept: false });
      await anchoring.settle();
      await write('s-2', 1);
      expect(await checkAnchor(ports.log, vault)).toMatchObject({ kind: 'as_known' });
      await anchoring.settle({ closed: true });
      expect(await checkAnchor(ports.log, vault)).toMatchObject({ kind: 'as_known' });
      await write('s-3', 2);
      expect(await checkAnchor(ports.log, vault)).toEqual({ kind: 'longer', known: 4, found: 6 });
    });

    it.each([5, BLOCK + 5])('tells a log that lacks events, and another log, from the one of %i events that it knows', async (count) => {
      const known = await open();
      await known.write('s-1', count);
      const { anchoring } = await startAnchoring(known.ports, { accept: false });
      await anchoring.settle();
      const shorter = await open();
      await shorter.write('s-1', count - 2);
      expect(await checkAnchor(shorter.log, known.vault)).toEqual({ kind: 'shorter', known: count, found: count - 2 });
      const other = await open();
      await other.write('s-1', count + 1);
      expect(await checkAnchor(other.log, known.vault)).toEqual({ kind: 'other', known: count, found: count + 1 });
    });

    it('accepts another log once, and again only after a start without the setting', async () => {
      const known = await open();
      await known.write('s-1', 5);
      await (await startAnchoring(known.ports, { accept: false })).anchoring.settle();
      const other = await open();
      await other.write('s-1', 3);
      const ports = { log: other.log, anchors: known.vault };
      await expect(startAnchoring(ports, { accept: false })).rejects.toThrow(
        /it has 3 events, and 2 of 5 are missing.*VOUCH_ACCEPT_SHORTER_LOG=1/,
      );
      const { accepted } = await startAnchoring(ports, { accept: true });
      expect(accepted).toEqual({ known: 5, found: 3 });
      expect((await startAnchoring(ports, { accept: true })).accepted).toBeNull();
      const shorter = await open();
      await shorter.write('s-1', 1);
      const again = { log: shorter.log, anchors: known.vault };
      await expect(startAnchoring(again, { accept: true })).rejects.toThrow('remove it, start once without it');
      const without = await startAnchoring(ports, { accept: false });
      expect(without.anchoring.isAccepted()).toBe(true);
      await without.anchoring.forgetAcceptance();
      expect(without.anchoring.isAccepted()).toBe(false);
      expect((await startAnchoring(again, { accept: true })).accepted).toEqual({ known: 3, found: 1 });
    });
  });
}
