import { ErrorNote } from '../../ui/message/ErrorNote.tsx';
import styles from './FormTable.module.css';

interface TextNotesProps {
  /** Of the field. */
  id: string;
  tooLong: string | null;
  remark: string | null;
}

/** What a field of the form says about its text. */
export function TextNotes({ id, tooLong, remark }: TextNotesProps) {
  return (
    <>
      {remark && (
        <p className={styles.remark} role="status">
          {remark}
        </p>
      )}
      <ErrorNote id={`${id}-error`}>{tooLong}</ErrorNote>
    </>
  );
}
