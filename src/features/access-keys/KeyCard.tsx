import { generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';
import { createPortal } from 'react-dom';
import { companyContact, companyName } from '../../records/company.ts';
import { longDate } from '../../records/time.ts';
import { cardWords } from './card-words.ts';
import styles from './KeyCard.module.css';
import type { MadeKey } from './key-request.ts';

interface KeyCardProps {
  made: MadeKey;
  now: Date;
}

/** Print only. The QR code holds only the portal's URL, without the key: a photo of it opens nothing. */
export function KeyCard({ made, now }: KeyCardProps) {
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
            <strong className={styles.key} translate="no">
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
