import { useId, useMemo, useRef, useState, type FormEvent } from 'react';
import { NearestNote } from '../../components/search/NearestNote.tsx';
import { SiteMatches } from '../../components/search/SiteMatches.tsx';
import { SiteCombo } from '../../components/SiteChoice.tsx';
import { useToday } from '../../components/use-today.ts';
import { message, said, t, type Message } from '../../lib/language/translate.ts';
import { useFocusAfter } from '../../lib/screen/keyboard.ts';
import { searchRemark } from '../../lib/text-search.ts';
import { grantedEnd, type AccessKey } from '../../records/access-key/access-key.ts';
import { sitesText } from '../../records/access-key/key-owner.ts';
import { archivedText, isArchived } from '../../records/site/archive.ts';
import type { EditedSite } from '../../records/site/site-queries.ts';
import { prepareSiteSearch } from '../../records/site/site-search.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField, SearchField } from '../../ui/field/TextField.tsx';
import { ErrorNote } from '../../ui/message/Notice.tsx';
import { issueKey, type MadeKey } from './key-calls.ts';
import { endOfDay, lastDayOf, typedDayProblem } from './key-ends.ts';
import { checkKeyRequest, type KeyRequest, type KeyRequestErrors } from './key-request.ts';
import { LastDayField } from './last-day.tsx';
import { useKeyCall } from './use-key-call.ts';
import choicesStyle from '../../ui/field/Choices.module.css';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './AccessKeysRoute.module.css';

interface IssueKeyDialogProps {
  sites: readonly EditedSite[];
  /** The id of the preselected site; null for none. */
  site: number | null;
  /**
   * The ended key that the new key replaces (`decisions §17`); null for none. The new key has the same role, and the form begins with the same
   * label and sites.
   */
  replaces: AccessKey | null;
  onClose: () => void;
  onIssued: (made: MadeKey) => void;
}

/** The end that an admin had set for the ended key, if it is still in the future; else null (`decisions §17`). */
function futureEnd(replaces: AccessKey | null, today: Date): string | null {
  const end = replaces && grantedEnd(replaces);
  return end !== null && Date.parse(end) > today.getTime() ? end : null;
}

const idOf = ({ id }: EditedSite) => String(id);

const audiences: readonly { role: KeyRequest['role']; words: Message }[] = [
  { role: 'user', words: message('A site: opens its records only') },
  { role: 'technician', words: message('A technician: adds visits to the sites you choose') },
  { role: 'admin', words: message('An admin: opens and changes everything') },
];

const technicianRights = message(
  'It can add visits with photos and PDFs and fill in the report form. It can correct or take back a visit of its own until the end of that day. It cannot change anything else, and sees neither the keys nor the change log.',
);

/** Asks for the details of a new key and issues it. */
export function IssueKeyDialog({ sites, site, replaces, onClose, onIssued }: IssueKeyDialogProps) {
  const today = useToday();
  const [request, setRequest] = useState<KeyRequest>({
    role: replaces?.role ?? 'user',
    site: site === null ? '' : String(site),
    sites: replaces ? replaces.site_ids : site === null ? [] : [site],
    label: replaces?.label ?? '',
    lastDay: lastDayOf(futureEnd(replaces, today)),
  });
  const [errors, setErrors] = useState<KeyRequestErrors>({});
  const { busy, error, run } = useKeyCall();
  const form = useRef<HTMLFormElement>(null);
  const focusAfter = useFocusAfter();
  const id = useId();

  const change = (values: Partial<KeyRequest>) => setRequest((current) => ({ ...current, ...values }));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    // the value of a half-typed date is empty; only the validity of its input tells it from an empty field
    const isDateHalfTyped = [...event.currentTarget.elements].some(
      (field) => field instanceof HTMLInputElement && field.validity.badInput,
    );
    const requestErrors = checkKeyRequest(request, isDateHalfTyped, new Date(), replaces?.label);
    setErrors(requestErrors);
    if (Object.keys(requestErrors).length > 0)
      focusAfter(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]'));
    else
      void run(
        () => issueKey(request, replaces?.id ?? null),
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

  const title = replaces ? t('Issue a successor of “{key}”', { key: replaces.label }) : t('Issue a key');
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button variant="primary" type="submit" form={id} busy={busy}>
            {t(busy ? 'Issuing…' : 'Issue key')}
          </Button>
        </>
      }
    >
      <form ref={form} id={id} className={layout.gap4} noValidate onSubmit={submit} aria-label={title}>
        {replaces && (
          <p>
            {t(
              'The ended key stays ended. Visits and other drafts that it left on a device become those of the new key, once it logs in there.',
            )}
          </p>
        )}
        {!replaces && <AudienceChoice role={request.role} onChange={(role) => change({ role })} />}
        <KeySites request={request} sites={sites} errors={errors} onChange={change} />
        <TextField
          label={t('Label')}
          hint={t('Who gets the key. The change log shows it next to their changes.')}
          value={request.label}
          onChange={(label) => change({ label })}
          error={errors.label}
          autoComplete="off"
          required
        />
        <LastDayField
          value={request.lastDay}
          onChange={(lastDay) => {
            change({ lastDay });
            setErrors((current) => ({ ...current, lastDay: undefined }));
          }}
          error={errors.lastDay ?? typedDayProblem(request.lastDay, today)}
        />
        <ErrorNote>{error}</ErrorNote>
      </form>
    </Dialog>
  );
}

interface KeySitesProps {
  request: KeyRequest;
  /** All sites. */
  sites: readonly EditedSite[];
  errors: KeyRequestErrors;
  onChange: (values: Partial<KeyRequest>) => void;
}

/** The field for the sites that a key opens: several for a technician, one for a client. An admin key opens all, so it has no field. */
function KeySites({ request, sites, errors, onChange }: KeySitesProps) {
  if (request.role === 'admin') return null;
  return request.role === 'technician' ? (
    <>
      <p className={texts.muted}>{said(technicianRights)}</p>
      <SitesField
        sites={sites}
        value={request.sites}
        onChange={(sitesOfKey) => onChange({ sites: sitesOfKey })}
        error={errors.sites}
      />
    </>
  ) : (
    <SiteCombo
      label={t('Site')}
      required
      value={request.site}
      onChange={(site) => onChange({ site })}
      error={errors.site}
      placeholder={t('Select a site')}
      sites={sites}
      valueBy={idOf}
    />
  );
}

function AudienceChoice({
  role,
  onChange,
}: {
  role: KeyRequest['role'];
  onChange: (role: KeyRequest['role']) => void;
}) {
  return (
    <fieldset className={`${layout.gap1} ${choicesStyle.choices}`}>
      <legend className={texts.label}>{t('For whom')}</legend>
      {audiences.map(({ role: choice, words }) => (
        <label key={choice}>
          <input type="radio" name="role" checked={role === choice} onChange={() => onChange(choice)} />
          {said(words)}
        </label>
      ))}
    </fieldset>
  );
}

// The sites of a technician's key

interface SitesFieldProps {
  sites: readonly EditedSite[];
  /** Ids; null for all. */
  value: readonly number[] | null;
  onChange: (value: readonly number[] | null) => void;
  error: string | undefined;
}

/** From this number of sites on there is a search field; fewer sites are visible without scrolling. */
const minSitesForSearch = 8;

/** The field for the sites of a technician's key: all sites, or some, which can be searched as in other lists of sites. */
export function SitesField({ sites: allSites, value, onChange, error }: SitesFieldProps) {
  const id = useId();
  // the sites that were chosen when the dialog opened come first; ticking a box does not move its row
  const [initialSites] = useState(value ?? []);
  // the choice to restore when the person changes from all sites back to some
  const [lastChosen, setLastChosen] = useState(value ?? []);
  const [query, setQuery] = useState('');
  const sites = useMemo(
    () => allSites.filter((site) => !isArchived(site) || initialSites.includes(site.id)),
    [allSites, initialSites],
  );
  const search = useMemo(() => prepareSiteSearch(sites, (site) => site), [sites]);
  const { found: matches, corrections } = search(query);
  const shownSites = [...matches].toSorted(
    ([a], [b]) => Number(initialSites.includes(b.id)) - Number(initialSites.includes(a.id)),
  );

  const choose = (ids: readonly number[]) => {
    setLastChosen(ids);
    onChange(ids);
  };
  const toggle = (site: number) => {
    const ids = value ?? [];
    choose(ids.includes(site) ? ids.filter((other) => other !== site) : [...ids, site]);
  };
  const errorProps = error && { 'aria-invalid': true, 'aria-describedby': `${id}-error` };

  return (
    <fieldset className={`${layout.gap1} ${choicesStyle.choices}`}>
      <legend className={texts.label}>{t('Sites that it opens')}</legend>
      <label>
        <input type="radio" name={id} checked={value === null} onChange={() => onChange(null)} />
        {t('All sites, including new ones')}
      </label>
      <label>
        <input type="radio" name={id} checked={value !== null} onChange={() => onChange(lastChosen)} {...errorProps} />
        {t('Only these')}
      </label>
      {value !== null && (
        <div className={layout.gap3}>
          {sites.length >= minSitesForSearch && (
            <SearchField
              label={t('Find a site')}
              value={query}
              error={searchRemark(query)}
              onChange={setQuery}
              // Enter would submit the form, which issues the key
              onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            />
          )}
          <NearestNote corrections={corrections} of="site" />
          <div className={`${texts.breaks} ${styles.box}`} role="group" aria-label={t('Sites')} tabIndex={-1}>
            {shownSites.map(([site, words]) => (
              <label key={site.id}>
                <input type="checkbox" checked={value.includes(site.id)} onChange={() => toggle(site.id)} />
                <span>
                  {site.name}
                  {isArchived(site) && <span className={texts.muted}> {archivedText(site)}</span>}
                  <SiteMatches site={site} words={words} />
                </span>
              </label>
            ))}
            {shownSites.length === 0 && <p className={`${texts.note} ${styles.none}`}>{t('No site matches.')}</p>}
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
