import { useState } from 'react';
import { rich } from '../../lib/language/rich.tsx';
import { said, t } from '../../lib/language/translate.ts';
import type { ActionOffer, VisitAction, VisitWords } from '../../records/task/visit-actions.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { NeedsConnection } from '../NeedsConnection.tsx';
import { useIsChanging } from './use-showing.ts';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './VisitBar.module.css';

interface VisitBarProps {
  site: string;
  /** The id of the visit. */
  id: number;
  title: string;
  /** The id of the element that names the visit. */
  titleId: string;
  words: VisitWords;
  /** The actions that are offered; `words.offers` by default. */
  offers?: readonly ActionOffer[];
  className?: string | undefined;
  onAct: (action: VisitAction) => void;
  onFocus?: () => void;
}

/**
 * The buttons that change a visit: a line of small buttons beside its title, or on a phone a single button that lists them in a
 * dialog. Where `words` have a note, the note and larger buttons stand in a separate bar.
 */
export function VisitBar({ site, id, words, offers = words.offers, className = '', onFocus, ...rest }: VisitBarProps) {
  const actions = { ...rest, offers, busy: useIsChanging(site, id) };
  if (words.note === null)
    return (
      <div className={`${layout.unprinted} ${className}`} onFocus={onFocus}>
        <div className={styles.direct}>
          <ActionButtons {...actions} isSmall />
        </div>
        <ActionMenu {...actions} />
      </div>
    );
  return (
    <div className={`${layout.apart} ${layout.unprinted} ${texts.muted} ${styles.bar} ${className}`} onFocus={onFocus}>
      <p>{said(words.note)}</p>
      <NeedsConnection text={t('Changing it needs a connection.')} />
      <div className={styles.buttons}>
        <ActionButtons {...actions} />
      </div>
    </div>
  );
}

interface ActionsProps extends Pick<VisitBarProps, 'title' | 'titleId' | 'onAct'> {
  offers: readonly ActionOffer[];
  busy: boolean;
  /** Whether the buttons are small, for the line beside a title. */
  isSmall?: boolean;
}

function ActionButtons({ titleId, offers, busy, isSmall = false, onAct }: ActionsProps) {
  return offers.map(({ action, label }) => (
    <Button
      key={action}
      className={isSmall ? (styles.small ?? '') : ''}
      variant={isSmall ? 'ghost' : 'secondary'}
      busy={busy}
      aria-describedby={titleId}
      onClick={() => onAct(action)}
    >
      {/* to save room, only screen readers get "to another site" */}
      {action === 'move'
        ? rich('Move <rest>to another site</rest>', {
            rest: (inner) => <span className={layout.visuallyHidden}>{inner}</span>,
          })
        : said(label)}
    </Button>
  ));
}

function ActionMenu({ title, titleId, offers, busy, onAct }: ActionsProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="ghost"
        className={styles.menu ?? ''}
        busy={busy}
        aria-label={t('Change this visit')}
        aria-haspopup="dialog"
        aria-describedby={titleId}
        onClick={() => setOpen(true)}
      >
        <span aria-hidden="true">•••</span>
      </Button>
      <Dialog open={open} title={title} onClose={() => setOpen(false)}>
        <div className={layout.gap4}>
          {offers.map(({ action, label }) => (
            <Button
              key={action}
              onClick={() => {
                setOpen(false);
                onAct(action);
              }}
            >
              {said(label)}
            </Button>
          ))}
          <Button variant="ghost" onClick={() => setOpen(false)}>
            {t('Cancel')}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
