import type { Stroke } from '../../records/maintenance-form/maintenance-form.ts';
import styles from './FormTable.module.css';
import { SignatureField } from './SignatureField.tsx';

interface SignatureRowProps {
  label: string;
  strokes: readonly Stroke[];
  onChange: (strokes: Stroke[]) => void;
}

/** A line of the form to sign in. */
export function SignatureRow(props: SignatureRowProps) {
  return (
    <tr className={styles.row}>
      <th className={styles.name} scope="row">
        {props.label}
      </th>
      <td className={styles.cell}>
        <SignatureField {...props} />
      </td>
    </tr>
  );
}
