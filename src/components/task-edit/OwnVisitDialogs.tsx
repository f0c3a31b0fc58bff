import type { StoredTask } from '../../records/task/stored-task.ts';
import { Notice } from '../../ui/message/Notice.tsx';
import { EditTask } from './EditTask.tsx';
import { HideDialog } from './HideDialog.tsx';
import { changeShowing, withdrawal } from './use-showing.ts';
import type { OwnVisits } from './use-own-visits.ts';

interface OwnVisitDialogsProps {
  visits: OwnVisits;
  onCorrected?: (saved: StoredTask) => void;
  onWithdrawn: () => void;
}

/** The form of an own visit, the question before it is withdrawn, or why nothing can be corrected now. */
export function OwnVisitDialogs({ visits, onCorrected, onWithdrawn }: OwnVisitDialogsProps) {
  const { site, edited, toWithdraw, close, failed, retry } = visits;
  return (
    <>
      {failed && (
        <Notice
          role="alert"
          message="The list of visits you can still correct could not be loaded."
          action="Try again"
          onAction={retry}
        />
      )}
      {edited && (
        <EditTask
          key={edited.id}
          site={site}
          task={edited}
          onDone={(saved) => {
            close();
            if (saved) onCorrected?.(saved);
          }}
          onCancel={close}
        />
      )}
      {toWithdraw && (
        <HideDialog
          task={toWithdraw}
          title="Take this visit back?"
          action="Take back"
          after="The client will no longer see it. You can undo it for a few seconds; after that, only the office can restore it."
          onCancel={close}
          onHide={() => {
            close();
            onWithdrawn();
            changeShowing(site, toWithdraw.id, 'False', withdrawal);
          }}
        />
      )}
    </>
  );
}
