import { verify } from '@octokit/webhooks-methods';
import type { GitHub } from '../../ports/github.ts';

const SIGNATURE = /^sha256=[0-9a-f]{64}$/;

/** Checks signatures with this secret. Without one nothing is signed. */
export const signedWith =
  (secret: string | null): GitHub['isSigned'] =>
  async (bytes, signature) => {
    if (secret === null || !SIGNATURE.test(signature)) return false;
    return verify(secret, new TextDecoder().decode(bytes), signature);
  };
