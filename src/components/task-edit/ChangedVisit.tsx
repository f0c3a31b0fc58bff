import { toVisit } from '../../records/portal-links.ts';
import { monthLabel, type Month } from '../../records/time.ts';
import { Notice } from '../../ui/message/Notice.tsx';
import { MovedNote } from './MovedNote.tsx';
import type { VisitsToChange } from './use-visit-actions.ts';
import { VisitDialogs } from './VisitDialogs.tsx';
import { t } from '../../lib/language/translate.ts';

interface ChangedVisitProps {
  visits: VisitsToChange;
  /** The link to the visits of a month on this screen. */
  linkTo: (filed: { year: string; month: Month }) => string;
}

/** Above a list of visits: the dialog of the one that is being changed, where it went, or why none can be changed now. */
export function ChangedVisit({ visits, linkTo }: ChangedVisitProps) {
  const { went, failed, retry, dialogs } = visits;
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
      {went && 'filed' in went && (
        <MovedNote
          title={went.title}
          where={`under ${monthLabel(went.filed.month)} ${went.filed.year}`}
          link={{ to: linkTo(went.filed), text: `Show ${monthLabel(went.filed.month)} ${went.filed.year}` }}
        />
      )}
      {went && 'at' in went && (
        <MovedNote
          title={went.title}
          where={`at ${went.at.site}`}
          link={{ to: toVisit(went.at.id, went.at.site), text: 'Show it there' }}
        />
      )}
      <VisitDialogs {...dialogs} />
    </>
  );
}
