import { onlineManager } from '@tanstack/react-query';
import { keepChanges } from '../api/kept.ts';
import { makeQueryClient } from '../api/query-client.ts';
import { confirmBeforeLoss, readAgainAfterLeaving } from '../api/unsent.ts';

// The library assumes that a page is opened with a connection, and would let each read fail before a screen says what is missing.
onlineManager.setOnline(navigator.onLine);

/** Screens with and without a session share this client, and so the information who is signed in. */
export const queryClient = makeQueryClient();
confirmBeforeLoss(queryClient, window);
keepChanges(queryClient, window);
readAgainAfterLeaving(queryClient, window, () => sessionStorage);
