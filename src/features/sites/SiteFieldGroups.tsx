import type { SiteErrors } from './site-check.ts';
import type { TypedSite } from './site-edit.ts';
import { siteFieldLabels, type SiteField } from '../../records/site/site-fields.ts';
import { Icon } from '../../ui/Icon.tsx';
import { SiteFieldInput } from './SiteFieldInput.tsx';
import layout from '../../ui/layout.module.css';
import styles from './SiteFieldGroups.module.css';
import { StatusSwitch } from './StatusSwitch.tsx';

const groups: readonly { title: string; fields: readonly SiteField[] }[] = [
  { title: 'The site', fields: ['name', 'sitename', 'address', 'status'] },
  { title: 'Building and gates', fields: ['building_type', 'capacity', 'gate_numbers', 'rfid_unit'] },
  { title: 'Contract and service', fields: ['contract_until', 'preventive_maintenance', 'emergency_visit'] },
  { title: 'People', fields: ['jmb_name', 'person_in_charge'] },
];

interface SiteFieldGroupsProps {
  typed: TypedSite;
  changed: ReadonlySet<SiteField>;
  errors: SiteErrors;
  locked: boolean;
  onChange: (values: Partial<TypedSite>) => void;
}

/** All inputs of a site record, each with a mark while it is not saved. */
export function SiteFieldGroups({ typed, changed, errors, locked, onChange }: SiteFieldGroupsProps) {
  return groups.map(({ title, fields }) => (
    <fieldset key={title} className={styles.group} disabled={locked}>
      <legend className={styles.title}>{title}</legend>
      <div className={styles.fields}>
        {fields.map((field) => (
          <div key={field} className={`${styles.field} ${field === 'address' ? styles.wide : ''}`}>
            {field === 'status' ? (
              <StatusSwitch online={typed.status === true} onChange={(status) => onChange({ status })} />
            ) : (
              <SiteFieldInput
                field={field}
                value={typed[field]}
                error={errors[field]}
                onChange={(value) => onChange({ [field]: value })}
              />
            )}
            {changed.has(field) && (
              <p className={styles.changed}>
                <Icon name="info" />
                Not saved<span className={layout.spoken}>: {siteFieldLabels[field]}</span>
              </p>
            )}
          </div>
        ))}
      </div>
    </fieldset>
  ));
}
