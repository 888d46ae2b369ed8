import type { Element } from 'domhandler';

/** What the author has taken back. */
const STRUCK_OUT: ReadonlySet<string> = new Set(['del', 's', 'strike']);
/** The numbers of lines beside code, by the classes that the usual highlighters give them. */
const LINE_NUMBERS =
  /(?:^|\s)(?:(?:rouge-)?gutter|linenos?|linenodiv|line-?number|line-?numbers-rows|linenumbers?|hljs-ln-numbers|hljs-ln-n|lnt|lnlinks|blob-num|rowno|crayon-nums?|CodeMirror-gutters?)(?:\s|$)/i;
/** Prism writes its own class for line numbers on the code itself. */
const CODE: ReadonlySet<string> = new Set(['pre', 'code']);

/** Whether the element holds text that belongs to no statement and no sample: struck-out text, and the numbers of lines. */
export const isLeftOut = ({ name, attribs }: Element): boolean =>
  STRUCK_OUT.has(name) || (LINE_NUMBERS.test(attribs.class ?? '') && !(CODE.has(name) && /language-|brush:/.test(attribs.class ?? '')));
