import { useState, type ClipboardEvent } from 'react';
import { LeaveGuard } from '../../../components/LeaveGuard.tsx';
import { useCopying } from '../../../components/shown-once/use-copying.ts';
import { csvRows } from '../../../lib/csv.ts';
import { message, said, t } from '../../../lib/language/translate.ts';
import { longDate } from '../../../records/time.ts';
import { Button } from '../../../ui/Button.tsx';
import { DataTable } from '../../../ui/DataTable.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { ConfirmDialog } from '../../../ui/message/ConfirmDialog.tsx';
import { ErrorNote } from '../../../ui/message/Notice.tsx';
import { Warning } from '../../../ui/message/Warning.tsx';
import type { MadeKey } from '../key-calls.ts';
import { hasCard, useCardSaving } from '../use-card-saving.ts';
import layout from '../../../ui/layout.module.css';
import texts from '../../../ui/text.module.css';
import styles from './Bulk.module.css';

interface NewKeysDialogProps {
  /** The new keys. `onClose` must drop them, because they are shown only once. */
  made: readonly MadeKey[];
  /** How many other new keys have ended already, for example because another admin has revoked them. */
  endedCount: number;
  onClose: () => void;
}

const notStoredText = message('The keys are not stored and cannot be shown again.');

/** Shows many new keys once, to save as cards or to copy as a table. It asks before it closes if some keys are neither saved nor copied. */
export function NewKeysDialog({ made, endedCount, onClose }: NewKeysDialogProps) {
  const [copied, setCopied] = useState(false);
  const [cardsSaved, setCardsSaved] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const isDone = copied || (cardsSaved && made.every(hasCard));
  return (
    <>
      <LeaveGuard alsoForQuery when={!isDone} title={t('Leave without the keys?')} text={said(notStoredText)} />
      {isAsking && (
        <ConfirmDialog
          title={t('Close without all the keys?')}
          action={t('Close without them')}
          variant="secondary"
          cancel={t('Back to the keys')}
          onConfirm={onClose}
          onClose={() => setAsking(false)}
        >
          <p>
            {cardsSaved
              ? t('The keys of admins have no card and were not copied. They are not stored and cannot be shown again.')
              : t(
                  'Neither cards were saved nor the table copied. The keys are not stored and cannot be shown again: whoever needs one will need a new one.',
                )}
          </p>
        </ConfirmDialog>
      )}
      {/* it stays mounted behind the question, because unmounting it would stop the drawing of the cards */}
      <ShownKeys
        made={made}
        endedCount={endedCount}
        onCopied={() => setCopied(true)}
        onSaved={() => setCardsSaved(true)}
        onClose={() => (isDone ? onClose() : setAsking(true))}
      />
    </>
  );
}

interface ShownKeysProps extends NewKeysDialogProps {
  onCopied: () => void;
  onSaved: () => void;
}

function ShownKeys({ made, endedCount, onCopied, onSaved, onClose }: ShownKeysProps) {
  const cards = useCardSaving(onSaved);
  const { shown, announcement, announce, copy } = useCopying(
    csvRows(copiedRows(made)),
    t(
      'The browser does not let the portal copy the keys. They are selected: press Ctrl+C, or touch and hold them on a phone.',
    ),
    onCopied,
  );
  const cardCount = made.filter(hasCard).length;
  const saveCards = () => {
    // the announcement of an earlier copy is outdated
    announce('');
    cards.save(made);
  };
  const copyByHand = (event: ClipboardEvent) => {
    const selectedText = getSelection()?.toString() ?? '';
    if (!event.defaultPrevented && made.every(({ key }) => selectedText.includes(key))) onCopied();
  };
  return (
    <Dialog
      open
      size="large"
      title={t('{count, plural, one {# new key} other {# new keys}}', { count: made.length })}
      onClose={() => cards.busy || onClose()}
      footer={
        <>
          <Button variant={cardCount > 0 ? 'secondary' : 'primary'} onClick={() => void copy()}>
            {t('Copy all')}
          </Button>
          {cardCount > 0 && (
            <Button variant="primary" busy={cards.busy} onClick={saveCards} data-autofocus>
              <Icon name="download" />
              {t('Save cards (PDF)')}
            </Button>
          )}
        </>
      }
    >
      <div className={layout.gap3}>
        <Warning>{t('Save the cards or copy the keys now. They are not stored and cannot be shown again.')}</Warning>
        <p className={texts.measure}>{cardsText(cardCount, made.length)}</p>
        {endedCount > 0 && (
          <Warning>
            {t(
              '{count, plural, one {# key was made and has ended since. It is not shown.} other {# keys were made and have ended since. They are not shown.}}',
              { count: endedCount },
            )}
          </Warning>
        )}
        <ErrorNote>{cards.problem}</ErrorNote>
        <p className={texts.note} role="status">
          {announcement || cards.status}
        </p>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach a scrolling region */}
        <section ref={shown} tabIndex={0} aria-label={t('New keys')} onCopy={copyByHand}>
          <KeysTable made={made} />
        </section>
      </div>
    </Dialog>
  );
}

/** Says which of the keys have a card in the PDF. */
function cardsText(cardCount: number, keyCount: number): string {
  if (cardCount === 0) return t('Keys of admins have no cards.');
  return cardCount === keyCount
    ? t('The PDF has a card for each key, one a page, to print or to mail: link, key, and a code for phones.')
    : t(
        'The PDF has a card for each key of a client or technician, one a page. Keys of admins have no cards: copy these.',
      );
}

const heads = () => [t('Label'), t('For'), t('Key'), t('Works')];

function KeysTable({ made }: { made: readonly MadeKey[] }) {
  return (
    <DataTable heads={heads()} cardsBelow={720} className={styles.newKeys}>
      {made.map((newKey) => (
        <tr key={newKey.id}>
          <th scope="row">{newKey.label}</th>
          <td>{forWhom(newKey)}</td>
          <td>
            <code className={styles.key} translate="no">
              {newKey.key}
            </code>
          </td>
          <td>{worksText(newKey)}</td>
        </tr>
      ))}
    </DataTable>
  );
}

function forWhom({ site, sites }: MadeKey): string {
  return site?.name ?? (sites === null ? t('Admin') : t('Technician ({sites})', { sites }));
}

function worksText({ until }: MadeKey): string {
  return until === null ? t('until we end it') : t('until {day}', { day: longDate(until) });
}

/** The rows to copy, with headings: the columns of the table, and the address of the portal. */
function copiedRows(made: readonly MadeKey[]): string[][] {
  const portal = new URL('/', location.href).href;
  return [
    [...heads(), t('Portal')],
    ...made.map((newKey) => [newKey.label, forWhom(newKey), newKey.key, worksText(newKey), portal]),
  ];
}
