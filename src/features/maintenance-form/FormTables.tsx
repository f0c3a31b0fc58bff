import type { ReactNode, Ref } from 'react';
import {
  equipmentLabels,
  keysOf,
  taskHints,
  taskLabels,
  type MaintenanceForm,
} from '../../records/maintenance-form/maintenance-form.ts';
import { equipmentLimit } from '../../records/maintenance-form/equipment.ts';
import { CheckRow } from './CheckRow.tsx';
import { DateRow } from './DateRow.tsx';
import { findingElement, sectionElement, sectionsInOrder, sectionState, type SectionId } from './form-sections.ts';
import { FormTable } from './FormTable.tsx';
import { Signatures } from './Signatures.tsx';
import { TextRow } from './TextRow.tsx';
import { useNarrow } from '../../lib/screen/use-narrow.ts';

interface FormTablesProps {
  form: MaintenanceForm;
  onChange: (form: MaintenanceForm) => void;
  open: ReadonlySet<SectionId>;
  onOpen: (id: SectionId, open: boolean) => void;
  dateInput: Ref<HTMLInputElement>;
  dateError: string | null;
  equipmentFoot: ReactNode;
}

/** The six groups of the form (`spec §3`), each of which folds. */
export function FormTables(props: FormTablesProps) {
  const { form, open, onOpen, equipmentFoot } = props;
  const rows = rowsOf(props);
  return sectionsInOrder(useNarrow()).map(({ id, title }) => (
    <FormTable
      key={id}
      id={sectionElement(id)}
      title={title}
      state={sectionState(id, form)}
      open={open.has(id)}
      onOpen={(isOpen) => onOpen(id, isOpen)}
      foot={id === 'equipment' && equipmentFoot}
    >
      {rows[id]}
    </FormTable>
  ));
}

function rowsOf({ form, onChange, dateInput, dateError }: FormTablesProps): Record<SectionId, ReactNode> {
  const { generalInfo, equipment, tasksPerformed, findings, conclusion } = form;
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
        <TextRow label="Client" value={generalInfo.client} onChange={(client) => setGeneral({ client })} />
        <TextRow label="Location" value={generalInfo.location} onChange={(location) => setGeneral({ location })} />
        <TextRow
          label="Sales engineer"
          value={generalInfo.salesEngineer}
          onChange={(salesEngineer) => setGeneral({ salesEngineer })}
        />
      </>
    ),
    equipment: keysOf(equipmentLabels).map((field) => (
      <TextRow
        key={field}
        label={equipmentLabels[field]}
        limit={equipmentLimit}
        value={equipment[field]}
        onChange={(text) => onChange({ ...form, equipment: { ...equipment, [field]: text } })}
      />
    )),
    tasks: keysOf(taskLabels).map((field) => (
      <CheckRow
        key={field}
        id={findingElement(field)}
        label={taskLabels[field]}
        hint={taskHints[field]}
        check={tasksPerformed[field]}
        onChange={(check) => onChange({ ...form, tasksPerformed: { ...tasksPerformed, [field]: check } })}
      />
    )),
    findings: (
      <>
        <TextRow
          label="Issue details"
          rows={3}
          value={findings.issueDetails}
          onChange={(issueDetails) => setFindings({ issueDetails })}
        />
        <TextRow
          label="Recommended action"
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
            conclusion: conclusion.map((one) => (one.post === post ? { post, text: typed } : one)),
          })
        }
      />
    )),
    signatures: <Signatures form={form} onChange={onChange} />,
  };
}
