import { generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';
import { createPortal } from 'react-dom';
import { companyContact, companyName } from '../../records/company.ts';
import { longDate } from '../../records/time.ts';
import styles from './ClientCard.module.css';
import type { MadeKey } from './key-request.ts';

interface ClientCardProps {
  made: MadeKey;
  /** Name of the site record that the key opens. */
  site: string;
  now: Date;
}

/**
 * What the client gets on paper: where the records are and the key to them. The code for phones holds the address of the
 * portal alone: a photo of it opens nothing. Never on the screen; on paper it is all there is.
 */
export function ClientCard({ made, site, now }: ClientCardProps) {
  const portal = new URL('/', location.href).href;
  const code = generate(portal);
  return createPortal(
    <section className={styles.card} aria-label="Card for the client">
      <p className={styles.company}>{companyName}</p>
      <h1>Your service records online</h1>
      <p className={styles.site}>{site}</p>
      <p>
        Every visit to your boom gates is on record here, with photos and reports: what was done, when, and at which
        gate. You also find the failures of each car post and the guides for your staff.
      </p>
      <div className={styles.steps}>
        <ol>
          <li>
            Open this address in a browser, or scan the code with a phone:
            <strong className={styles.portal}>{portal}</strong>
          </li>
          <li>
            Type this key into the field <em>Secret Key</em>, then press <em>Login</em>:
            <strong className={styles.key}>
              {made.key.split('-').map((group) => (
                <span key={group}>{group}</span>
              ))}
            </strong>
            <span className={styles.hint}>Spaces, dashes and small letters do not matter.</span>
          </li>
          <li>
            Press <em>End Session</em> when you leave a computer that others use.
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
      <p>
        Keep this card like a key to the building: whoever has it can read these records. Nobody can change them with
        it. Tell us when it is lost or when somebody leaves who knew it, and you get another one.
      </p>
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
