import { t } from '../../lib/language/translate.ts';
import { Notice } from '../../ui/message/Notice.tsx';
import type { VisitsToChange } from './use-visit-actions.ts';
import { VisitDialogs } from './VisitDialogs.tsx';

/** Stands above a list of visits. Shows the dialog of the visit that is being changed, or says why no visit can be changed now. */
export function VisitChange({ visits: { failed, retry, dialogs } }: { visits: VisitsToChange }) {
  return (
    <>
      {failed && (
        <Notice
          role="alert"
          message={t('The list of visits you can still correct could not be loaded.')}
          action={t('Try again')}
          onAction={retry}
        />
      )}
      <VisitDialogs {...dialogs} />
    </>
  );
}
