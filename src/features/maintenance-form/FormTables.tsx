import { useId, type ReactNode, type Ref } from 'react';
import { said, t } from '../../lib/language/translate.ts';
import { useNarrow } from '../../lib/screen/viewport.ts';
import {
  equipmentLabels,
  equipmentLimit,
  keysOf,
  type Equipment,
  type MaintenanceForm,
} from '../../records/maintenance-form/maintenance-form.ts';
import { longDay } from '../../records/time.ts';
import { Icon } from '../../ui/Icon.tsx';
import { CheckRows } from './CheckRows.tsx';
import {
  FormRow,
  FormTable,
  sectionElement,
  sectionsInOrder,
  sectionState,
  TextRow,
  type SectionId,
} from './FormTable.tsx';
import { SignatureRows } from './SignatureRows.tsx';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './FormTable.module.css';

interface FormTablesProps {
  form: MaintenanceForm;
  onChange: (form: MaintenanceForm) => void;
  open: ReadonlySet<SectionId>;
  onOpen: (id: SectionId, open: boolean) => void;
  dateInput: Ref<HTMLInputElement>;
  dateError: string | null;
  /** The equipment in the site's record; null if there is none. */
  savedEquipment: Equipment | null;
  /** What stands above the checks. */
  checksHead: ReactNode;
  /** What stands below the equipment. */
  equipmentFoot: ReactNode;
}

/** The six groups of the form (`spec §3`), each of which can be folded. */
export function FormTables(props: FormTablesProps) {
  const { form, open, onOpen, checksHead, equipmentFoot } = props;
  const rows = rowsOf(props);
  return sectionsInOrder(useNarrow()).map(({ id, title }) => (
    <FormTable
      key={id}
      id={sectionElement(id)}
      title={said(title)}
      state={sectionState(id, form)}
      open={open.has(id)}
      onOpen={(isOpen) => onOpen(id, isOpen)}
      head={id === 'tasks' && checksHead}
      foot={id === 'equipment' && equipmentFoot}
    >
      {rows[id]}
    </FormTable>
  ));
}

/** The rows of each group. */
function rowsOf({
  form,
  onChange,
  dateInput,
  dateError,
  savedEquipment,
}: FormTablesProps): Record<SectionId, ReactNode> {
  const { generalInfo, equipment, findings, conclusion } = form;
  const setGeneral = (change: Partial<typeof generalInfo>) =>
    onChange({ ...form, generalInfo: { ...generalInfo, ...change } });
  const setFindings = (change: Partial<typeof findings>) => onChange({ ...form, findings: { ...findings, ...change } });

  return {
    general: (
      <>
        <DateRow
          value={generalInfo.date}
          onChange={(date) => setGeneral({ date })}
          error={dateError}
          inputRef={dateInput}
        />
        <TextRow label={t('Client')} value={generalInfo.client} onChange={(client) => setGeneral({ client })} />
        <TextRow label={t('Location')} value={generalInfo.location} onChange={(location) => setGeneral({ location })} />
        <TextRow
          label={t('Sales engineer')}
          value={generalInfo.salesEngineer}
          onChange={(salesEngineer) => setGeneral({ salesEngineer })}
        />
      </>
    ),
    equipment: keysOf(equipmentLabels).map((field) => (
      <TextRow
        key={field}
        label={said(equipmentLabels[field])}
        // an unchanged text may be longer than the limit
        {...(equipment[field] !== savedEquipment?.[field] && { limit: equipmentLimit })}
        value={equipment[field]}
        onChange={(text) => onChange({ ...form, equipment: { ...equipment, [field]: text } })}
      />
    )),
    tasks: <CheckRows form={form} onChange={onChange} />,
    findings: (
      <>
        <TextRow
          label={t('Issue details')}
          rows={3}
          value={findings.issueDetails}
          onChange={(issueDetails) => setFindings({ issueDetails })}
        />
        <TextRow
          label={t('Recommended action')}
          rows={3}
          value={findings.recommendedAction}
          onChange={(recommendedAction) => setFindings({ recommendedAction })}
        />
      </>
    ),
    conclusion: conclusion.map(({ post, text }) => (
      <TextRow
        key={post}
        label={post}
        rows={conclusion.length > 2 ? 2 : 3}
        value={text}
        onChange={(typed) =>
          onChange({
            ...form,
            conclusion: conclusion.map((entry) => (entry.post === post ? { post, text: typed } : entry)),
          })
        }
      />
    )),
    signatures: <SignatureRows form={form} onChange={onChange} />,
  };
}

interface DateRowProps {
  value: string;
  onChange: (value: string) => void;
  error: string | null;
  inputRef: Ref<HTMLInputElement>;
}

/** The row for the day of the visit, which is the only required field (`spec §5`). */
function DateRow({ value, onChange, error, inputRef }: DateRowProps) {
  const id = useId();
  return (
    <FormRow name={<label htmlFor={id}>{t('Date')}</label>}>
      <div className={`${layout.row} ${styles.date}`}>
        <input
          ref={inputRef}
          id={id}
          type="date"
          required
          className={`${styles.input} ${styles.framed}`}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          {...(error && { 'aria-invalid': true, 'aria-describedby': `${id}-error` })}
        />
        {/* the date in words, because the browser decides the order of day and month in the input */}
        {value !== '' && <span className={`${texts.medium} ${styles.written}`}>{longDay(value)}</span>}
      </div>
      {error && (
        <p
          id={`${id}-error`}
          role="alert"
          className={`${layout.line} ${texts.problem} ${texts.smaller} ${styles.error}`}
        >
          <Icon name="warning" />
          {error}
        </p>
      )}
    </FormRow>
  );
}
