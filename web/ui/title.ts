import { sentence } from '../../src/contracts/words/isolated.ts';

let page = '';
let instead: string | null = null;

function write(): void {
  const title = instead ?? page;
  if (title !== '') document.title = sentence`${title} · Vouch`;
}

/** The name of the screen. The name of the product is appended. */
export function setPageTitle(title: string): void {
  page = title;
  write();
}

/** Stands in the title of the tab instead of the screen's name until it is null again. */
export function setTitleInstead(text: string | null): void {
  instead = text;
  write();
}
