import type { Ref } from 'react';
import {
  equipmentLabels,
  keysOf,
  taskHints,
  taskLabels,
  type MaintenanceForm,
} from '../../records/maintenance-form/maintenance-form.ts';
import { CheckRow } from './CheckRow.tsx';
import { DateRow } from './DateRow.tsx';
import { FormTable } from './FormTable.tsx';
import { Signatures } from './Signatures.tsx';
import { TextRow } from './TextRow.tsx';

interface FormTablesProps {
  form: MaintenanceForm;
  onChange: (form: MaintenanceForm) => void;
  dateInput: Ref<HTMLInputElement>;
  dateError: string | null;
}

/** The six groups of the form in their order (`spec §3`). */
export function FormTables({ form, onChange, dateInput, dateError }: FormTablesProps) {
  const { generalInfo, equipment, tasksPerformed, findings, conclusion } = form;
  const setGeneral = (change: Partial<typeof generalInfo>) =>
    onChange({ ...form, generalInfo: { ...generalInfo, ...change } });
  const setFindings = (change: Partial<typeof findings>) => onChange({ ...form, findings: { ...findings, ...change } });

  return (
    <>
      <FormTable title="General Information">
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
      </FormTable>
      <FormTable title="Equipment">
        {keysOf(equipmentLabels).map((field) => (
          <TextRow
            key={field}
            label={equipmentLabels[field]}
            value={equipment[field]}
            onChange={(text) => onChange({ ...form, equipment: { ...equipment, [field]: text } })}
          />
        ))}
      </FormTable>
      <FormTable title="Tasks Performed">
        {keysOf(taskLabels).map((field) => (
          <CheckRow
            key={field}
            label={taskLabels[field]}
            hint={taskHints[field]}
            check={tasksPerformed[field]}
            onChange={(check) => onChange({ ...form, tasksPerformed: { ...tasksPerformed, [field]: check } })}
          />
        ))}
      </FormTable>
      <FormTable title="Findings">
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
      </FormTable>
      <FormTable title="Conclusion">
        <TextRow
          label="Post 1"
          rows={3}
          value={conclusion.post1}
          onChange={(post1) => onChange({ ...form, conclusion: { post1 } })}
        />
      </FormTable>
      <Signatures form={form} onChange={onChange} />
    </>
  );
}
