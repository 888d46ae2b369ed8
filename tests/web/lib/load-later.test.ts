import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** The module remembers whether the page was used, so each test loads it for a page of its own. */
async function onNewPage() {
  const page = new EventTarget();
  vi.stubGlobal('window', page);
  vi.resetModules();
  const { loadLater } = await import('../../../web/lib/load-later.ts');
  return { page, loadLater, load: vi.fn<() => void>() };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each(['pointermove', 'pointerdown', 'touchstart', 'wheel', 'keydown'])('%s loads what waits, once', async (sign) => {
  const { page, loadLater, load } = await onNewPage();
  const other = vi.fn<() => void>();
  loadLater(load);
  loadLater(other);
  page.dispatchEvent(new Event('focusin'));
  vi.advanceTimersByTime(9_999);
  expect([load.mock.calls.length, other.mock.calls.length]).toEqual([0, 0]);
  page.dispatchEvent(new Event(sign));
  page.dispatchEvent(new Event(sign));
  vi.advanceTimersByTime(60_000);
  expect([load.mock.calls.length, other.mock.calls.length]).toEqual([1, 1]);
});

test('somebody who only reads loads it after ten seconds', async () => {
  const { page, loadLater, load } = await onNewPage();
  loadLater(load);
  vi.advanceTimersByTime(10_000);
  expect(load).toHaveBeenCalledTimes(1);
  page.dispatchEvent(new Event('keydown'));
  expect(load).toHaveBeenCalledTimes(1);
});

test('on a page that was used before, it is loaded at once', async () => {
  const { page, loadLater, load } = await onNewPage();
  loadLater(() => undefined);
  page.dispatchEvent(new Event('wheel'));
  loadLater(load);
  expect(load).toHaveBeenCalledTimes(1);
});

test('what was cancelled is not loaded', async () => {
  const { page, loadLater, load } = await onNewPage();
  loadLater(load)();
  vi.advanceTimersByTime(60_000);
  page.dispatchEvent(new Event('keydown'));
  expect(load).not.toHaveBeenCalled();
});
