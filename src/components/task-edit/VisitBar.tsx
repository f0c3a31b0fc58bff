import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import { NeedsConnection } from '../NeedsConnection.tsx';
import { useIsChanging } from './use-showing.ts';
import type { ActionOffer, VisitAction, VisitWords } from '../../records/task/visit-actions.ts';
import styles from './VisitBar.module.css';
import { t } from '../../lib/language/translate.ts';

interface VisitBarProps {
  site: string;
  /** The id of the visit. */
  id: number;
  title: string;
  /** The id of the element that names the visit. */
  titleId: string;
  words: VisitWords;
  /** In place of those of the words. */
  offers?: readonly ActionOffer[];
  className?: string | undefined;
  onAct: (action: VisitAction) => void;
  onFocus?: () => void;
}

/**
 * What can be done with a visit, in a quiet line beside its title; on a phone one button that opens them. With a note, in a
 * bar of their own.
 */
export function VisitBar({ site, id, words, offers = words.offers, className = '', onFocus, ...rest }: VisitBarProps) {
  const actions = { ...rest, offers, busy: useIsChanging(site, id) };
  if (words.note === null)
    return (
      <div className={`${layout.unprinted} ${className}`} onFocus={onFocus}>
        <div className={styles.direct}>
          <ActionButtons {...actions} className={styles.small} />
        </div>
        <ActionMenu {...actions} />
      </div>
    );
  return (
    <div className={`${layout.apart} ${layout.unprinted} ${texts.muted} ${styles.bar} ${className}`} onFocus={onFocus}>
      <p>{words.note}</p>
      <NeedsConnection what={t('Changing it')} />
      <div className={styles.buttons}>
        <ActionButtons {...actions} />
      </div>
    </div>
  );
}

interface ActionsProps extends Pick<VisitBarProps, 'title' | 'titleId' | 'className' | 'onAct'> {
  offers: readonly ActionOffer[];
  busy: boolean;
}

function ActionButtons({ titleId, offers, busy, className, onAct }: ActionsProps) {
  return offers.map(({ action, label, more }) => (
    <Button
      key={action}
      className={className ?? ''}
      busy={busy}
      aria-describedby={titleId}
      onClick={() => onAct(action)}
      {...(className && { variant: 'ghost' })}
    >
      {more ? (
        <>
          {`${label} `}
          <span className={layout.spoken}>{more}</span>
        </>
      ) : (
        label
      )}
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
        <div className={layout.stack}>
          {offers.map(({ action, label, more }) => (
            <Button
              key={action}
              onClick={() => {
                setOpen(false);
                onAct(action);
              }}
            >
              {more ? `${label} ${more}` : label}
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
