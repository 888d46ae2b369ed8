import { PLATFORM_NAMES } from '../../src/contracts/words/platforms.ts';
import { type OwnUser, signInAddress } from '../api/session.ts';
import { keep } from '../lib/tab-storage.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ProviderLinks } from '../ui/provider-links.tsx';

/** Under this name the tab keeps who went to the provider in order to delete the account. */
export const DELETING = 'deleting';

interface DeletionDialogProps {
  readonly own: OwnUser;
  readonly open: boolean;
  /** Whether a return from the provider is still to come. */
  readonly isStale: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** For who has no password: asks for a return from the provider, and after it whether to delete. */
export function DeletionDialog({ own: { id, email, freshSignIn }, open, isStale, onClose, onConfirm }: DeletionDialogProps) {
  const platform = freshSignIn?.platform ?? null;
  const name = platform === null ? 'the provider' : PLATFORM_NAMES[platform];
  return (
    <Dialog
      open={open}
      onOpenChange={(on) => !on && onClose()}
      title="Delete your account?"
      text={
        isStale
          ? `Your account has no password, so come back from ${name} first. Then you are asked once more; until then nothing is deleted.`
          : `You have come back from ${name}. The account of ${email} can be deleted now.`
      }
      actions={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          {isStale ? (
            <ProviderLinks
              platform={platform}
              className="btn-p"
              address={(one) => signInAddress(one, { for: 'deletion' })}
              onLeave={() => keep(DELETING, { id })}
            />
          ) : (
            <Button variant="danger-filled" onClick={onConfirm}>
              Delete Account
            </Button>
          )}
        </>
      }
    />
  );
}
