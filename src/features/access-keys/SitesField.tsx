import { useId, useState } from 'react';
import { searchFor } from '../../lib/text-search.ts';
import { SearchField } from '../../ui/field/SearchField.tsx';
import { ErrorNote } from '../../ui/message/ErrorNote.tsx';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import dialog from './KeyDialog.module.css';
import styles from './SitesField.module.css';

interface SitesFieldProps {
  sites: readonly { id: number; name: string }[];
  /** Ids; null for all. */
  value: readonly number[] | null;
  onChange: (value: readonly number[] | null) => void;
  error: string | undefined;
}

/** With fewer sites no search is needed. */
const searchFrom = 8;

/** The sites of a technician's key: all, or some of hundreds, found by parts of their names. */
export function SitesField({ sites, value, onChange, error }: SitesFieldProps) {
  const id = useId();
  // the chosen ones come first, and stay there while boxes are ticked
  const [first] = useState(value ?? []);
  /** Restored when 'all' is deselected. */
  const [last, setLast] = useState(value ?? []);
  const [query, setQuery] = useState('');
  const isFound = searchFor(query);
  const listed = [...sites.filter((one) => first.includes(one.id)), ...sites.filter((one) => !first.includes(one.id))];
  const found = listed.filter(({ name }) => isFound(name));

  const choose = (ids: readonly number[]) => {
    setLast(ids);
    onChange(ids);
  };
  const toggle = (site: number) => {
    const chosen = value ?? [];
    choose(chosen.includes(site) ? chosen.filter((one) => one !== site) : [...chosen, site]);
  };
  const described = error && { 'aria-invalid': true, 'aria-describedby': `${id}-error` };

  return (
    <fieldset className={dialog.choices}>
      <legend>Sites that it opens</legend>
      <label>
        <input type="radio" name={id} checked={value === null} onChange={() => onChange(null)} />
        All sites, including new ones
      </label>
      <label>
        <input type="radio" name={id} checked={value !== null} onChange={() => onChange(last)} {...described} />
        Only these
      </label>
      {value !== null && (
        <div className={layout.tight}>
          {sites.length >= searchFrom && (
            <SearchField
              label="Find a site"
              value={query}
              onChange={setQuery}
              // Enter would issue the key
              onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            />
          )}
          <div className={styles.box} role="group" aria-label="Sites" tabIndex={-1}>
            {found.map(({ id: site, name }) => (
              <label key={site}>
                <input type="checkbox" checked={value.includes(site)} onChange={() => toggle(site)} />
                {name}
              </label>
            ))}
            {found.length === 0 && <p className={`${texts.note} ${styles.none}`}>No site has this name.</p>}
          </div>
          <p className={texts.note} role="status">{`${value.length} of ${sites.length} chosen`}</p>
        </div>
      )}
      <ErrorNote id={`${id}-error`}>{error}</ErrorNote>
    </fieldset>
  );
}
