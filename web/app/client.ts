import { keepChanges } from '../api/kept.ts';
import { makeQueryClient } from '../api/query-client.ts';
import { confirmBeforeLoss, readAgainAfterLeaving } from '../api/unsent.ts';

/** Screens with and without a session share this client, and so the information who is signed in. */
export const queryClient = makeQueryClient();
confirmBeforeLoss(queryClient, window);
keepChanges(queryClient, window);
readAgainAfterLeaving(queryClient, window, () => sessionStorage);
