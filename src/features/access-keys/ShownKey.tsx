import { useRef, useState } from 'react';
import { generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';
import { createPortal } from 'react-dom';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import layout from '../../ui/layout.module.css';
import { companyContact, companyName } from '../../records/company.ts';
import { longDate } from '../../records/time.ts';
import type { MadeKey } from './key-request.ts';
import dialog from './KeyDialog.module.css';
import styles from './ShownKey.module.css';

interface ShownKeyProps {
  made: MadeKey;
  /** By the button or by hand. */
  onCopied: () => void;
  onClose: () => void;
}

/** A client's or technician's key can also be printed as a card. */
export function ShownKey({ made, onCopied, onClose }: ShownKeyProps) {
  const { key, label, site, sites } = made;
  const hasCard = site !== null || sites !== null;
  const shown = useRef<HTMLElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const [madeAt] = useState(() => new Date());

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(key);
      setAnnouncement('Copied.');
      onCopied();
    } catch {
      // not allowed, or no clipboard without HTTPS: selects it, for the user to copy
      if (shown.current) getSelection()?.selectAllChildren(shown.current);
      setAnnouncement(
        'The browser does not let the portal copy the key. It is selected: press Ctrl+C, or touch and hold it on a phone.',
      );
    }
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={`The new key for ${label}`}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          {hasCard && (
            <Button onClick={() => print()}>
              <Icon name="printer" />
              Print the card
            </Button>
          )}
          <Button variant="primary" onClick={() => void copy()} data-autofocus>
            Copy
          </Button>
        </>
      }
    >
      <div className={layout.tight}>
        <code ref={shown} className={styles.key} translate="no" onCopy={onCopied}>
          {key}
        </code>
        <p className={dialog.warning}>
          <Icon name="warning" />
          <span>Copy it now. It is not stored and cannot be shown again.</span>
        </p>
        {hasCard && (
          <p>
            {`The card tells ${site ? `${site.name} how to open its records` : 'the technician how to get started'}: link, key, and a code for phones. Print it, or save it as a PDF from the print dialog.`}
          </p>
        )}
        <p className={styles.copied} role="status">
          {announcement}
        </p>
        {hasCard && <KeyCard made={made} now={madeAt} />}
      </div>
    </Dialog>
  );
}

/** Print only. The QR code holds only the portal's URL, without the key: a photo of it opens nothing. */
function KeyCard({ made, now }: { made: MadeKey; now: Date }) {
  const words = cardWords(made);
  const portal = new URL('/', location.href).href;
  const code = generate(portal);
  return createPortal(
    <section className={styles.card} aria-label={words.name}>
      <p className={styles.company}>{companyName}</p>
      <h1>{words.title}</h1>
      <p className={styles.site}>{words.sites}</p>
      <p>{words.purpose}</p>
      <div className={styles.steps}>
        <ol>
          <li>
            Open this link in a browser, or scan the code with a phone:
            <strong className={styles.portal} translate="no">
              {portal}
            </strong>
          </li>
          <li>
            Type this key into the field <em>Secret Key</em>, then press <em>Login</em>:
            <strong className={styles.keyCardKey} translate="no">
              {made.key.split('-').map((group) => (
                <span key={group}>{group}</span>
              ))}
            </strong>
            <span className={styles.hint}>Spaces, dashes and small or capital letters make no difference.</span>
          </li>
          <li>
            Press <em>End Session</em> {words.endWhen}
          </li>
        </ol>
        <svg
          className={styles.code}
          viewBox={`-4 -4 ${code.size + 8} ${code.size + 8}`}
          shapeRendering="crispEdges"
          role="img"
          aria-label={`QR code of ${portal}`}
        >
          <path d={toSvgPath(code)} />
        </svg>
      </div>
      <p>{words.keep}</p>
      <dl className={styles.facts}>
        <div>
          <dt>Issued to</dt>
          <dd>{`${made.label}, ${longDate(now)}`}</dd>
        </div>
        <div>
          <dt>Works</dt>
          <dd>{made.until === null ? 'until we end it' : `until ${longDate(made.until)}`}</dd>
        </div>
        <div>
          <dt>Questions</dt>
          <dd>{`${companyContact.hotline}, ${companyContact.email}`}</dd>
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
  /** Follows 'Press End Session'. */
  endWhen: string;
  keep: string;
}

function cardWords({ site, sites }: Pick<MadeKey, 'site' | 'sites'>): CardWords {
  return site
    ? {
        name: 'Card for the client',
        title: 'Your service records online',
        sites: site.name,
        purpose:
          'Every visit to your boom gates is on record here, with photos and reports: what was done, when, and at which gate. You will also find the failures of each car post and the guides for your staff.',
        endWhen: 'before you leave a computer that others use.',
        keep: 'Keep this card like a key to the building: whoever has it can read these records. It cannot be used to change them. Tell us if it is lost, or if somebody who knows it leaves, and we will give you another one.',
      }
    : {
        name: 'Card for the technician',
        title: 'Your key to the service records',
        sites: sites === null ? '' : `For ${sites}`,
        purpose:
          'Use your phone to fill in the maintenance report form, add each visit with its photos and PDF, and look up what was done before. You can correct or take back what you added until 23:59 the same day; after that, ask the office.',
        endWhen: 'before somebody else uses the phone.',
        keep: 'This key is yours alone: the office sees which visits were added with it. If you lose the card or the phone, call the office at once: they will end the key and give you another one.',
      };
}
