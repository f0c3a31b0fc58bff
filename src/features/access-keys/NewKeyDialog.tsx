import { generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';
import { useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { LeaveGuard } from '../../components/LeaveGuard.tsx';
import { rich } from '../../lib/language/rich.tsx';
import { message, said, t } from '../../lib/language/translate.ts';
import { printAlone } from '../../lib/screen/print-alone.ts';
import { companyContact, companyName } from '../../records/company.ts';
import { plainList } from '../../records/counted.ts';
import { longDate } from '../../records/time.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ConfirmDialog } from '../../ui/message/ConfirmDialog.tsx';
import type { MadeKey } from './key-calls.ts';
import { newKeySentence } from './key-ends.ts';
import layout from '../../ui/layout.module.css';
import surface from '../../ui/surface.module.css';
import texts from '../../ui/text.module.css';
import styles from './AccessKeysRoute.module.css';

interface NewKeyDialogProps {
  /** The new key, which `onClose` has to forget. */
  made: MadeKey;
  onClose: () => void;
}

const notStoredText = message('It is not stored and cannot be shown again.');

/** Shows a new key. It asks before it closes where the key was not copied, because a key can be shown only once. */
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
  /** The key was copied, by the button or by hand. */
  onCopied: () => void;
  onClose: () => void;
}

/** Shows a new key once, to copy; a client's or technician's can also be printed as a card. */
function ShownKey({ made, onCopied, onClose }: ShownKeyProps) {
  const { key, label, site, sites } = made;
  const hasCard = site !== null || sites !== null;
  const shown = useRef<HTMLElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const [madeAt] = useState(() => new Date());

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(key);
      setAnnouncement(t('Copied.'));
      onCopied();
    } catch {
      // where the clipboard is not allowed, or missing without HTTPS, the key is selected for the person to copy
      if (shown.current) getSelection()?.selectAllChildren(shown.current);
      setAnnouncement(
        t(
          'The browser does not let the portal copy the key. It is selected: press Ctrl+C, or touch and hold it on a phone.',
        ),
      );
    }
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('The new key for {label}', { label })}
      footer={
        <>
          <Button onClick={onClose}>{t('Close')}</Button>
          {hasCard && (
            <Button onClick={() => print()}>
              <Icon name="printer" />
              {t('Print the card')}
            </Button>
          )}
          <Button variant="primary" onClick={() => void copy()} data-autofocus>
            {t('Copy')}
          </Button>
        </>
      }
    >
      <div className={layout.gap3}>
        <code ref={shown} className={`${surface.framed} ${styles.key}`} translate="no" onCopy={onCopied}>
          {key}
        </code>
        <p className={`${layout.line} ${texts.medium} ${styles.warning}`}>
          <Icon name="warning" />
          <span>{t('Copy it now. It is not stored and cannot be shown again.')}</span>
        </p>
        <p>{newKeySentence(made.until)}</p>
        {hasCard && (
          <p>
            {site
              ? t(
                  'The card tells {site} how to open its records: link, key, and a code for phones. Print it, or save it as a PDF from the print dialog.',
                  { site: site.name },
                )
              : t(
                  'The card tells the technician how to get started: link, key, and a code for phones. Print it, or save it as a PDF from the print dialog.',
                )}
          </p>
        )}
        <p className={`${texts.note} ${styles.copied}`} role="status">
          {announcement}
        </p>
        {hasCard && <KeyCard made={made} now={madeAt} />}
      </div>
    </Dialog>
  );
}

/** A card that only the print shows. Its QR code holds the portal's URL without the key: a photo of it opens nothing. */
function KeyCard({ made, now }: { made: MadeKey; now: Date }) {
  const words = cardWords(made);
  const portal = new URL('/', location.href).href;
  const code = generate(portal);
  return createPortal(
    <section ref={printAlone} className={styles.card} aria-label={words.name} data-paper="">
      <p className={styles.company}>{companyName}</p>
      <h1>{words.title}</h1>
      <p className={styles.site}>{words.sites}</p>
      <p>{words.purpose}</p>
      <div className={styles.steps}>
        <ol>
          <li>
            {t('Open this link in a browser, or scan the code with a phone:')}
            <strong className={styles.portal} translate="no">
              {portal}
            </strong>
          </li>
          <li>
            {rich('Type this key into the field <em>{field}</em>, then press <em>{button}</em>:', {
              field: t('Secret Key'),
              button: t('Login'),
              em: emphasized,
            })}
            <strong className={styles.printedKey} translate="no">
              {made.key.split('-').map((group) => (
                <span key={group}>{group}</span>
              ))}
            </strong>
            <span className={styles.hint}>{t('Spaces, dashes and small or capital letters make no difference.')}</span>
          </li>
          <li>{words.end}</li>
        </ol>
        <svg
          className={styles.code}
          viewBox={`-4 -4 ${code.size + 8} ${code.size + 8}`}
          shapeRendering="crispEdges"
          role="img"
          aria-label={t('QR code of {portal}', { portal })}
        >
          <path d={toSvgPath(code)} />
        </svg>
      </div>
      <p>{words.careText}</p>
      <dl className={styles.facts}>
        <div>
          <dt>{t('Issued to')}</dt>
          <dd>{t('{key}, {day}', { key: made.label, day: longDate(now) })}</dd>
        </div>
        <div>
          <dt>{t('Works')}</dt>
          <dd>{made.until === null ? t('until we end it') : t('until {day}', { day: longDate(made.until) })}</dd>
        </div>
        <div>
          <dt>{t('Questions')}</dt>
          <dd>{plainList([companyContact.hotline, companyContact.email])}</dd>
        </div>
      </dl>
    </section>,
    document.body,
  );
}

interface CardWords {
  name: string;
  title: string;
  sites: string;
  purpose: string;
  /** When to log out. */
  end: ReactNode;
  careText: string;
}

const emphasized = (inner: ReactNode) => <em>{inner}</em>;

function cardWords({ site, sites }: MadeKey): CardWords {
  if (site)
    return {
      name: t('Card for the client'),
      title: t('Your service records online'),
      sites: site.name,
      purpose: t(
        'Every visit to your boom gates is on record here, with photos and reports: what was done, when, and at which gate. You will also find the failures of each car post and the guides for your staff.',
      ),
      end: rich('Press <em>{button}</em> before you leave a computer that others use.', {
        button: t('End Session'),
        em: emphasized,
      }),
      careText: t(
        'Keep this card like a key to the building: whoever has it can read these records. It cannot be used to change them. Tell us if it is lost, or if somebody who knows it leaves, and we will give you another one.',
      ),
    };
  return {
    name: t('Card for the technician'),
    title: t('Your key to the service records'),
    sites: sites === null ? '' : t('For {sites}', { sites }),
    purpose: t(
      'Use your phone to fill in the maintenance report form, add each visit with its photos and PDF, and look up what was done before. You can correct or take back what you added until 23:59 the same day; after that, ask the office.',
    ),
    end: rich('Press <em>{button}</em> before somebody else uses the phone.', {
      button: t('End Session'),
      em: emphasized,
    }),
    careText: t(
      'This key is yours alone: the office sees which visits were added with it. If you lose the card or the phone, call the office at once: they will end the key and give you another one.',
    ),
  };
}
