import { useId, type ReactNode } from 'react';
import { message, t } from '../../lib/language/translate.ts';
import type { FormGap } from '../../records/maintenance-form/form-visit.ts';
import {
  equipmentLabels,
  keysOf,
  taskLabels,
  type MaintenanceForm,
} from '../../records/maintenance-form/maintenance-form.ts';
import { longDay } from '../../records/time.ts';
import { useTypedText } from '../../ui/field/TextField.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ErrorNote } from '../../ui/message/Notice.tsx';
import layout from '../../ui/layout.module.css';
import surface from '../../ui/surface.module.css';
import textStyles from '../../ui/text.module.css';
import styles from './FormTable.module.css';

interface FormTableProps {
  id: string;
  title: string;
  state: string;
  open: boolean;
  onOpen: (open: boolean) => void;
  head?: ReactNode;
  children: ReactNode;
  foot?: ReactNode;
}

/** A group of the form as a table that can be folded. @param state the text beside the title about what is filled in */
export function FormTable({ id, title, state, open, onOpen, head, children, foot }: FormTableProps) {
  return (
    <details
      id={id}
      className={styles.section}
      open={open}
      onToggle={({ currentTarget }) => currentTarget.open !== open && onOpen(currentTarget.open)}
    >
      <summary className={`${layout.line} ${styles.summary}`}>
        <h2 id={`${id}-title`}>{title}</h2>
        <span className={`${layout.rest} ${textStyles.hint} ${styles.state}`}>{state}</span>
        <Icon name="chevron-down" />
      </summary>
      {head}
      <table className={`${surface.plate} ${styles.table}`} aria-labelledby={`${id}-title`}>
        <tbody>{children}</tbody>
      </table>
      {foot}
    </details>
  );
}

interface FormRowProps {
  /** The label of the row's field, or a text to which `aria-labelledby` refers by `nameId`. */
  name: ReactNode;
  nameId?: string;
  children: ReactNode;
  className?: string | undefined;
}

export function FormRow({ name, nameId, children, className = '' }: FormRowProps) {
  return (
    <tr className={styles.row}>
      <th className={`${textStyles.muted} ${textStyles.medium} ${styles.name}`} scope="row" id={nameId}>
        {name}
      </th>
      <td className={`${styles.cell} ${className}`}>{children}</td>
    </tr>
  );
}

interface TextRowProps {
  /** The id of the field, if something else refers to it. */
  id?: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The number of lines of an empty field, which grows with its text. */
  rows?: number;
  /** The most characters of the text. */
  limit?: number;
}

/** A row of the form with a text field. */
export function TextRow({ id: givenId, label, value, onChange, rows = 1, limit }: TextRowProps) {
  const generatedId = useId();
  const id = givenId ?? generatedId;
  const { type, tooLong, remark } = useTypedText({ value, onChange, lines: true, limit });
  return (
    <FormRow
      name={
        <label id={`${id}-name`} htmlFor={id}>
          {label}
        </label>
      }
    >
      <textarea
        id={id}
        aria-labelledby={`${id}-name`}
        className={`${styles.input} ${rows > 1 ? styles.tall : ''} ${edgeOf(value)}`}
        // about 70 characters fit on a line; for browsers without `field-sizing`
        rows={Math.max(rows, value.split('\n').length, Math.ceil(value.length / 70))}
        value={value}
        onChange={(event) => type(event.target.value)}
        aria-invalid={tooLong !== null || undefined}
        aria-describedby={tooLong === null ? undefined : `${id}-error`}
      />
      <TextNotes id={id} tooLong={tooLong} remark={remark} />
    </FormRow>
  );
}

/** The class for the edge of a field. An empty field has a frame, so that it can be seen; a filled one looks like text on paper. */
export function edgeOf(value: string): string {
  return value.trim() === '' ? (styles.framed ?? '') : '';
}

interface TextNotesProps {
  /** The id of the field. */
  id: string;
  /** The error for a text that is too long; null for none. */
  tooLong: string | null;
  /** A remark about the typed text; null for none. */
  remark: string | null;
}

/** The error and the remark below a field of the form. */
export function TextNotes({ id, tooLong, remark }: TextNotesProps) {
  return (
    <>
      {remark && (
        <p className={`${textStyles.fine} ${styles.remark}`} role="status">
          {remark}
        </p>
      )}
      <ErrorNote id={`${id}-error`}>{tooLong}</ErrorNote>
    </>
  );
}

/** The six groups of the form in their order (`spec §3`). `short` is the text of the link in `FormBar`. */
export const formSections = [
  { id: 'general', title: message('General Information'), short: message('General') },
  { id: 'equipment', title: message('Equipment'), short: message('Equipment') },
  { id: 'tasks', title: message('Tasks Performed'), short: message('Checks') },
  { id: 'findings', title: message('Findings'), short: message('Findings') },
  { id: 'conclusion', title: message('Conclusion'), short: message('Conclusion') },
  { id: 'signatures', title: message('Signatures'), short: message('Signatures') },
] as const;

export type SectionId = (typeof formSections)[number]['id'];

/** The order on a phone: first the groups that are filled in at the gate, last those that rarely change. */
const phoneOrder: readonly SectionId[] = ['tasks', 'findings', 'conclusion', 'signatures', 'general', 'equipment'];

/** The groups of the form in the order for a phone (`isNarrow`) or another screen. */
export function sectionsInOrder(isNarrow: boolean) {
  if (!isNarrow) return [...formSections];
  return formSections.toSorted((a, b) => phoneOrder.indexOf(a.id) - phoneOrder.indexOf(b.id));
}

/** The element id of a group. */
export function sectionElement(id: SectionId): string {
  return `form-${id}`;
}

/** The element id of the field, or signature box, of a missing entry. */
export function gapElement({ kind, subject }: FormGap): string {
  return `${kind}-${subject}`;
}

const countFilled = (texts: readonly string[]) => texts.filter((text) => text.trim() !== '').length;

/** The text in the heading of a group that says what is filled in. */
export function sectionState(id: SectionId, form: MaintenanceForm): string {
  const { generalInfo, equipment, tasksPerformed, findings, conclusion, signatures, drawn } = form;
  if (id === 'general') return generalInfo.date === '' ? t('No date') : longDay(generalInfo.date);
  if (id === 'equipment')
    return t('{filled} of {all} filled in', {
      filled: countFilled(Object.values(equipment)),
      all: keysOf(equipmentLabels).length,
    });
  if (id === 'findings') return countFilled(Object.values(findings)) > 0 ? t('Filled in') : t('Empty');
  if (id === 'conclusion') {
    return t('{filled} of {all} filled in', {
      filled: countFilled(conclusion.map(({ text }) => text)),
      all: conclusion.length,
    });
  }
  if (id === 'signatures') {
    const names = countFilled([signatures.salesEngineer, signatures.ClientName]);
    const signatureCount = Object.values(drawn).filter(({ length }) => length > 0).length;
    return t('{names} of 2 names, {signed} of 2 signed', { names, signed: signatureCount });
  }
  const results = keysOf(taskLabels).map((field) => tasksPerformed[field].result);
  const failedCount = results.filter((result) => result === 'Fail').length;
  return t('{done} of {all} done{failed, plural, =0 {} other {, # failed}}', {
    done: countFilled(results),
    all: results.length,
    failed: failedCount,
  });
}
