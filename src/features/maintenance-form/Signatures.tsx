import type { ComponentProps } from 'react';
import type { MaintenanceForm } from '../../records/maintenance-form/maintenance-form.ts';
import { FormRow } from './FormTable.tsx';
import { IdNumberRow } from './IdNumberRow.tsx';
import { SignatureField } from './SignatureField.tsx';
import { TextRow } from './TextRow.tsx';

interface SignaturesProps {
  form: MaintenanceForm;
  onChange: (form: MaintenanceForm) => void;
}

export function Signatures({ form, onChange }: SignaturesProps) {
  const { signatures, drawn } = form;
  const setNames = (change: Partial<typeof signatures>) =>
    onChange({ ...form, signatures: { ...signatures, ...change } });
  const setDrawn = (change: Partial<typeof drawn>) => onChange({ ...form, drawn: { ...drawn, ...change } });
  return (
    <>
      <TextRow
        label="Name of the sales engineer"
        value={signatures.salesEngineer}
        onChange={(salesEngineer) => setNames({ salesEngineer })}
      />
      <SignatureRow
        label="Signature of the sales engineer"
        strokes={drawn.salesEngineer}
        onChange={(salesEngineer) => setDrawn({ salesEngineer })}
      />
      <TextRow
        label="Name of the client"
        value={signatures.ClientName}
        onChange={(ClientName) => setNames({ ClientName })}
      />
      <IdNumberRow
        label="ID number of the client"
        value={signatures.ClientIdNumber}
        onChange={(ClientIdNumber) => setNames({ ClientIdNumber })}
      />
      <SignatureRow
        label="Signature of the client"
        strokes={drawn.client}
        onChange={(client) => setDrawn({ client })}
      />
    </>
  );
}

function SignatureRow(field: ComponentProps<typeof SignatureField>) {
  return (
    <FormRow name={field.label}>
      <SignatureField {...field} />
    </FormRow>
  );
}
