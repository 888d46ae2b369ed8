import type { Page } from 'playwright-core';

/**
 * What is wrong with the texts of a visible page, by their geometry: lines that lie over each other, texts that are cut off at the
 * top or the bottom, and lines that are lower than their letters. Texts that are hidden for the eye are left out, and those that
 * are cut on purpose, with an ellipsis.
 */
export const textFaults = (page: Page): Promise<string[]> => page.evaluate(`(${SCRIPT})()`);

// It is a text, because these tests are checked without the types of a browser's globals.
const SCRIPT = `() => {
  const faults = [];
  const name = (one) => one.textContent.trim().replace(/\\s+/g, ' ').slice(0, 40);
  /** The part of an element's box in which its content is seen, or null where it is not cut. */
  const windowOf = (one) => {
    const { overflowX, overflowY } = getComputedStyle(one);
    if (overflowX === 'visible' && overflowY === 'visible') return null;
    return { box: one.getBoundingClientRect(), scrolls: /auto|scroll/.test(overflowY) || one.scrollHeight > one.clientHeight + 400 };
  };
  const isApart = (one) => {
    for (let at = one; at && at !== document.body; at = at.parentElement) {
      const { position, clipPath, opacity } = getComputedStyle(at);
      if (position === 'fixed' || position === 'sticky' || clipPath !== 'none' || opacity === '0') return true;
      if (at.matches('.sr-only, .skip, [aria-hidden="true"], .cm-editor')) return true;
    }
    return false;
  };
  const lines = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const one = node.parentElement;
    if (node.data.trim() === '' || !one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || isApart(one)) continue;
    const style = getComputedStyle(one);
    const size = Number.parseFloat(style.fontSize);
    const height = Number.parseFloat(style.lineHeight);
    if (height < size * 0.99 && !one.closest('svg')) faults.push('lines of ' + height + ' px for letters of ' + size + ' px: ' + name(one));
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const { left, right, top, bottom } of range.getClientRects()) {
      if (right - left < 2) continue;
      // The letters themselves: fonts keep some room above and below them.
      const middle = (top + bottom) / 2;
      const [high, low] = [middle - size * 0.42, middle + size * 0.42];
      let seen = true;
      for (let at = one; at && at !== document.body; at = at.parentElement) {
        const cut = windowOf(at);
        if (!cut) continue;
        if (high >= cut.box.bottom || low <= cut.box.top || left >= cut.box.right || right <= cut.box.left) seen = false;
        if (seen && !cut.scrolls && (low > cut.box.bottom + 1 || high < cut.box.top - 1)) faults.push('cut: ' + name(one));
        break;
      }
      if (seen) lines.push({ one, left, right, high, low, of: size });
    }
  }
  lines.sort((a, b) => a.high - b.high);
  for (const [index, a] of lines.entries()) {
    for (const b of lines.slice(index + 1)) {
      if (b.high >= a.low) break;
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.low, b.low) - b.high;
      if (across > 2 && down > Math.min(a.of, b.of) * 0.15) faults.push('over each other: ' + name(a.one) + ' | ' + name(b.one));
    }
  }
  return [...new Set(faults)];
}`;
