import { late, useLate } from './late.ts';

// Few titles have an address, and the library that finds it is large.
const PARTS = late(() => import('./title-address.tsx'));

/** Opens the first web address of a title whose text is itself a link to something else. */
export function TitleLink({ title }: { title: string }) {
  const parts = useLate(PARTS, /https?:/i.test(title));
  return parts && <parts.TitleAddress title={title} />;
}
