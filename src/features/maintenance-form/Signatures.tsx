import type { ComponentProps } from 'react';
import type { MaintenanceForm, Stroke } from '../../records/maintenance-form/maintenance-form.ts';
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
  const text = (key: keyof typeof signatures) => ({
    value: signatures[key],
    onChange: (value: string) => onChange({ ...form, signatures: { ...signatures, [key]: value } }),
  });
  const signature = (key: keyof typeof drawn) => ({
    strokes: drawn[key],
    onChange: (strokes: Stroke[]) => onChange({ ...form, drawn: { ...drawn, [key]: strokes } }),
  });
  return (
    <>
      <TextRow label="Name of the sales engineer" {...text('salesEngineer')} />
      <SignatureRow label="Signature of the sales engineer" {...signature('salesEngineer')} />
      <TextRow label="Name of the client" {...text('ClientName')} />
      <IdNumberRow label="ID number of the client" {...text('ClientIdNumber')} />
      <SignatureRow label="Signature of the client" {...signature('client')} />
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
