/**
 * An address that mail can be sent to: one @; before it no blank and nothing that separates, quotes or comments addresses in a
 * header; after it a domain of at least two labels, whose last one is no number. Letters of every script are fine.
 */
export const EMAIL =
  /^[^\s\p{C}@"(),:;<>[\]\\]+@(?:[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?\.)+\p{L}(?:[\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?$/u;
