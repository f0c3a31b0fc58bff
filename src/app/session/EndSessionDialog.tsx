import { DraftTitles } from '../../components/DraftTitles.tsx';
import { draftTitles } from '../../lib/device/drafts.ts';
import { copyOwner } from '../../lib/device/session-copies.ts';
import { endSession, type Session } from '../../lib/device/session.ts';
import { t } from '../../lib/language/translate.ts';
import { useUnsaved } from '../../lib/unsaved.ts';
import { ConfirmDialog } from '../../ui/message/ConfirmDialog.tsx';
import { replaceAddress } from '../address.ts';
import { logOutOnServer } from './server-logout.ts';

interface EndSessionDialogProps {
  open: boolean;
  session: Session;
  /** Path, query and hash of the page that opens after the next login. */
  next?: string;
  onClose: () => void;
}

/** Asks before a session ends (`spec §2`, End Session), and names the drafts that are lost (`decisions §8`). */
export function EndSessionDialog({ open, session, next, onClose }: EndSessionDialogProps) {
  const unsaved = useUnsaved();
  const drafts = open ? draftTitles() : [];
  const logOut = () => {
    void logOutOnServer(session.token);
    // before the session ends, because its end redirects any other URL to the login without `next`
    if (next !== undefined) replaceAddress(`/?next=${encodeURIComponent(next)}`);
    endSession('logout');
  };
  return (
    <ConfirmDialog
      open={open}
      title={t('Are you sure you want to logout?')}
      action={t('Yes')}
      variant="secondary"
      cancel={t('No')}
      onConfirm={logOut}
      onClose={onClose}
    >
      {session.kept && <p>{t('Every tab on this device is logged out.')}</p>}
      {copyOwner(session) !== null && (
        <p>{t('The copies of this session’s records and files on this device are deleted.')}</p>
      )}
      {unsaved !== null && <p>{unsaved}</p>}
      {drafts.length > 0 && (
        <>
          <p>{t('These drafts on this device are deleted too:')}</p>
          <DraftTitles titles={drafts} />
        </>
      )}
    </ConfirmDialog>
  );
}
