import { useState } from 'react';
import { LeaveGuard } from '../../components/LeaveGuard.tsx';
import { ShownOnce } from '../../components/shown-once/ShownOnce.tsx';
import { useCopying } from '../../components/shown-once/use-copying.ts';
import { message, said, t } from '../../lib/language/translate.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ConfirmDialog } from '../../ui/message/ConfirmDialog.tsx';
import { ErrorNote } from '../../ui/message/Notice.tsx';
import type { MadeKey } from './key-calls.ts';
import { newKeySentence } from './key-ends.ts';
import { hasCard, useCardSaving } from './use-card-saving.ts';

interface NewKeyDialogProps {
  /** The new key. `onClose` must drop it, because it is shown only once. */
  made: MadeKey;
  onClose: () => void;
}

const notStoredText = message('It is not stored and cannot be shown again.');

/** Shows a new key. If the key was not copied it asks before it closes, because a key can be shown only once. */
export function NewKeyDialog({ made, onClose }: NewKeyDialogProps) {
  const [copied, setCopied] = useState(false);
  const [leaving, setLeaving] = useState(false);

  return (
    <>
      <LeaveGuard when={!copied} title={t('Leave without the key?')} text={said(notStoredText)} />
      {leaving ? (
        <ConfirmDialog
          title={t('Close without copying the key?')}
          action={t('Close without copying')}
          variant="secondary"
          cancel={t('Back to the key')}
          onConfirm={onClose}
          onClose={() => setLeaving(false)}
        >
          <p>{t('It is not stored and cannot be shown again. Whoever needs it will need a new one.')}</p>
        </ConfirmDialog>
      ) : (
        <ShownKey
          made={made}
          onCopied={() => setCopied(true)}
          onClose={() => (copied ? onClose() : setLeaving(true))}
        />
      )}
    </>
  );
}

interface ShownKeyProps {
  made: MadeKey;
  /** Called when the key was copied, with the button or by hand, or when its card was saved. */
  onCopied: () => void;
  onClose: () => void;
}

/** Shows a new key to copy. The key of a client or technician can also be saved as a card. */
function ShownKey({ made, onCopied, onClose }: ShownKeyProps) {
  const { key, label, site } = made;
  const cards = useCardSaving(onCopied);
  const copying = useCopying(
    key,
    t(
      'The browser does not let the portal copy the key. It is selected: press Ctrl+C, or touch and hold it on a phone.',
    ),
    onCopied,
  );

  const saveCard = () => {
    // the announcement of an earlier copy is outdated
    copying.announce('');
    cards.save([made]);
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('The new key for {label}', { label })}
      footer={
        <>
          <Button onClick={onClose}>{t('Close')}</Button>
          {hasCard(made) && (
            <Button busy={cards.busy} onClick={saveCard}>
              <Icon name="download" />
              {t('Save the card (PDF)')}
            </Button>
          )}
          <Button variant="primary" onClick={() => void copying.copy()} data-autofocus>
            {t('Copy')}
          </Button>
        </>
      }
    >
      <ShownOnce
        kind="key"
        text={key}
        copying={{ ...copying, announcement: copying.announcement || cards.status }}
        onCopied={onCopied}
      >
        <p>{newKeySentence(made.until)}</p>
        {hasCard(made) && (
          <p>
            {site
              ? t(
                  'The card tells {site} how to open its records: link, key, and a code for phones. It is a PDF, to print or to mail.',
                  { site: site.name },
                )
              : t(
                  'The card tells the technician how to get started: link, key, and a code for phones. It is a PDF, to print or to mail.',
                )}
          </p>
        )}
        <ErrorNote>{cards.problem}</ErrorNote>
      </ShownOnce>
    </Dialog>
  );
}
