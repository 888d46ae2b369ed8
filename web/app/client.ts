import { keepChanges } from '../api/kept.ts';
import { makeQueryClient } from '../api/query-client.ts';
import { confirmBeforeLoss, readAgainAfterLeaving } from '../api/unsent.ts';

/** The query client of the page. Screens with and without a session share it, and so who is signed in. */
export const queryClient = makeQueryClient();
confirmBeforeLoss(queryClient, window);
keepChanges(queryClient, window);
readAgainAfterLeaving(queryClient, window, () => sessionStorage);
