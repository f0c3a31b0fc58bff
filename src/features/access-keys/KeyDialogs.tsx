import { useId, useRef, useState, type FormEvent, type ReactNode } from 'react';
import {
  checkKeyRequest,
  endOfDay,
  type KeyRequest,
  type KeyRequestErrors,
  type KeySite,
  type MadeKey,
  sitesText,
  issueKey,
  useKeyCall,
} from './key-calls.ts';
import { useFocusAfter } from '../../lib/screen/keyboard.ts';
import { printAlone } from '../../lib/screen/print-alone.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorNote } from '../../ui/message/Notice.tsx';
import { SiteCombo } from '../../components/SiteChoice.tsx';
import type { EditedSite } from '../../records/site/site-queries.ts';
import { TextField, SearchField } from '../../ui/field/TextField.tsx';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './AccessKeysRoute.module.css';
import { searchFor, searchRemark } from '../../lib/text-search.ts';
import { generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';
import { createPortal } from 'react-dom';
import { Icon } from '../../ui/Icon.tsx';
import surface from '../../ui/surface.module.css';
import { companyContact, companyName } from '../../records/company.ts';
import { longDate } from '../../records/time.ts';
import { rich } from '../../lib/language/rich.tsx';
import { message, said, t, type Message } from '../../lib/language/translate.ts';
import { plainList } from '../../records/counted.ts';

interface IssueKeyDialogProps {
  sites: readonly EditedSite[];
  /** Preselected: a new key is usually for the site on the screen. */
  site: number | null;
  onClose: () => void;
  onIssued: (made: MadeKey) => void;
}

const idOf = ({ id }: EditedSite) => String(id);

const audiences: readonly { role: KeyRequest['role']; words: Message }[] = [
  { role: 'user', words: message('A site: opens its records only') },
  { role: 'technician', words: message('A technician: adds visits to the sites you choose') },
  { role: 'admin', words: message('An admin: opens and changes everything') },
];

export function IssueKeyDialog({ sites, site, onClose, onIssued }: IssueKeyDialogProps) {
  const [request, setRequest] = useState<KeyRequest>({
    role: 'user',
    site: site === null ? '' : String(site),
    sites: site === null ? [] : [site],
    label: '',
    lastDay: '',
  });
  const [errors, setErrors] = useState<KeyRequestErrors>({});
  const { busy, error, run } = useKeyCall();
  const form = useRef<HTMLFormElement>(null);
  const focusAfter = useFocusAfter();
  const id = useId();

  const change = (values: Partial<KeyRequest>) => setRequest((before) => ({ ...before, ...values }));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    // half a date has no value, and only the input knows of it
    const unfinished = [...event.currentTarget.elements].some(
      (field) => field instanceof HTMLInputElement && field.validity.badInput,
    );
    const found = checkKeyRequest(request, unfinished, new Date());
    setErrors(found);
    if (Object.keys(found).length > 0)
      focusAfter(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]'));
    else
      void run(
        () => issueKey(request),
        (issued) =>
          onIssued({
            ...issued,
            label: request.label.trim(),
            site: (request.role === 'user' && sites.find((candidate) => String(candidate.id) === request.site)) || null,
            sites: request.role === 'technician' ? sitesText(request.sites, sites) : null,
            until: request.lastDay === '' ? null : endOfDay(request.lastDay),
          }),
      );
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Issue a key')}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button variant="primary" type="submit" form={id} busy={busy}>
            {t(busy ? 'Issuing…' : 'Issue key')}
          </Button>
        </>
      }
    >
      <form ref={form} id={id} className={layout.stack} noValidate onSubmit={submit} aria-label={t('Issue a key')}>
        <fieldset className={`${layout.dense} ${styles.choices}`}>
          <legend className={texts.label}>{t('For whom')}</legend>
          {audiences.map(({ role, words }) => (
            <label key={role}>
              <input type="radio" name="role" checked={request.role === role} onChange={() => change({ role })} />
              {said(words)}
            </label>
          ))}
        </fieldset>
        {request.role === 'technician' && (
          <>
            <p className={texts.muted}>
              {t(
                'It can add visits with photos and PDFs and fill in the report form. It can correct or take back a visit of its own until the end of that day. It cannot change anything else, and sees neither the keys nor the change log.',
              )}
            </p>
            <SitesField
              sites={sites}
              value={request.sites}
              onChange={(chosen) => change({ sites: chosen })}
              error={errors.sites}
            />
          </>
        )}
        {request.role === 'user' && (
          <SiteCombo
            label={t('Site')}
            required
            value={request.site}
            onChange={(chosen) => change({ site: chosen })}
            error={errors.site}
            placeholder={t('Select a site')}
            sites={sites}
            valueBy={idOf}
          />
        )}
        <TextField
          label={t('Label')}
          hint={t('Who gets the key. The change log shows it next to their changes.')}
          value={request.label}
          onChange={(label) => change({ label })}
          error={errors.label}
          autoComplete="off"
          required
        />
        <TextField
          label={t('Last day (optional)')}
          hint={t('The key works until the end of this day. Leave empty to let it work until it is revoked.')}
          type="date"
          value={request.lastDay}
          onChange={(lastDay) => change({ lastDay })}
          error={errors.lastDay}
        />
        <ErrorNote>{error}</ErrorNote>
      </form>
    </Dialog>
  );
}

// The sites of a technician's key

interface SitesFieldProps {
  sites: readonly KeySite[];
  /** Ids; null for all. */
  value: readonly number[] | null;
  onChange: (value: readonly number[] | null) => void;
  error: string | undefined;
}

/** From this number of sites on they can be searched. */
const searchFrom = 8;

/** The sites of a technician's key: all, or some of hundreds, found by parts of their names. */
export function SitesField({ sites, value, onChange, error }: SitesFieldProps) {
  const id = useId();
  // the sites chosen at first are the first of the list, and stay there while boxes are ticked
  const [chosenAtFirst] = useState(value ?? []);
  /** Restored when 'all' is deselected. */
  const [lastChosen, setLastChosen] = useState(value ?? []);
  const [query, setQuery] = useState('');
  const isFound = searchFor(query);
  const found = sites
    .filter(({ name }) => isFound(name))
    .toSorted((a, b) => Number(chosenAtFirst.includes(b.id)) - Number(chosenAtFirst.includes(a.id)));

  const choose = (ids: readonly number[]) => {
    setLastChosen(ids);
    onChange(ids);
  };
  const toggle = (site: number) => {
    const chosen = value ?? [];
    choose(chosen.includes(site) ? chosen.filter((other) => other !== site) : [...chosen, site]);
  };
  const described = error && { 'aria-invalid': true, 'aria-describedby': `${id}-error` };

  return (
    <fieldset className={`${layout.dense} ${styles.choices}`}>
      <legend className={texts.label}>{t('Sites that it opens')}</legend>
      <label>
        <input type="radio" name={id} checked={value === null} onChange={() => onChange(null)} />
        {t('All sites, including new ones')}
      </label>
      <label>
        <input type="radio" name={id} checked={value !== null} onChange={() => onChange(lastChosen)} {...described} />
        {t('Only these')}
      </label>
      {value !== null && (
        <div className={layout.tight}>
          {sites.length >= searchFrom && (
            <SearchField
              label={t('Find a site')}
              value={query}
              error={searchRemark(query)}
              onChange={setQuery}
              // Enter would issue the key
              onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            />
          )}
          <div className={`${texts.breaks} ${styles.box}`} role="group" aria-label={t('Sites')} tabIndex={-1}>
            {found.map(({ id: site, name }) => (
              <label key={site}>
                <input type="checkbox" checked={value.includes(site)} onChange={() => toggle(site)} />
                {name}
              </label>
            ))}
            {found.length === 0 && <p className={`${texts.note} ${styles.none}`}>{t('No site has this name.')}</p>}
          </div>
          <p className={texts.note} role="status">
            {t('{chosen} of {count} chosen', { chosen: value.length, count: sites.length })}
          </p>
        </div>
      )}
      <ErrorNote id={`${id}-error`}>{error}</ErrorNote>
    </fieldset>
  );
}

// The new key, and its card

interface ShownKeyProps {
  made: MadeKey;
  /** The key was copied, by the button or by hand. */
  onCopied: () => void;
  onClose: () => void;
}

/** Shows a new key once, to copy; a client's or technician's can also be printed as a card. */
export function ShownKey({ made, onCopied, onClose }: ShownKeyProps) {
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
      // not allowed, or no clipboard without HTTPS: selects the key, for the user to copy
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
      <div className={layout.tight}>
        <code ref={shown} className={`${surface.framed} ${styles.key}`} translate="no" onCopy={onCopied}>
          {key}
        </code>
        <p className={`${layout.line} ${texts.medium} ${styles.warning}`}>
          <Icon name="warning" />
          <span>{t('Copy it now. It is not stored and cannot be shown again.')}</span>
        </p>
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
      <p>{words.keep}</p>
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
  keep: string;
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
      keep: t(
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
    keep: t(
      'This key is yours alone: the office sees which visits were added with it. If you lose the card or the phone, call the office at once: they will end the key and give you another one.',
    ),
  };
}
