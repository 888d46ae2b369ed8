import { makeQueryClient } from '../api/query-client.ts';
import { askBeforeLoss, readAgainAfterLeaving } from '../api/unsent.ts';

/** One for the page: the auth screens and the signed-in ones share who is signed in. */
export const queryClient = makeQueryClient();
askBeforeLoss(queryClient, window);
readAgainAfterLeaving(queryClient, window, () => sessionStorage);
