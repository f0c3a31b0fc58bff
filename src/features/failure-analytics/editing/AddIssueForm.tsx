import { useEffect, useId, useRef, useState, type KeyboardEvent, type SyntheticEvent } from 'react';
import { checkIssueType } from './failure-check.ts';
import { readCount } from './failure-edit.ts';
import type { FailureEntry } from '../../../records/failure/failure-record.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import styles from './AddIssueForm.module.css';

interface AddIssueFormProps {
  post: string;
  year: number;
  types: readonly string[];
  onAdd: (entry: FailureEntry) => void;
  onCancel: () => void;
}

/** Asks for an issue more in a post: its type, which may be empty (`spec §5`), and its counts in the year. */
export function AddIssueForm({ post, year, types, onAdd, onCancel }: AddIssueFormProps) {
  const list = useId();
  const [type, setType] = useState('');
  const [entrance, setEntrance] = useState('0');
  const [exit, setExit] = useState('0');
  const [problem, setProblem] = useState<string | null>(null);
  const first = useRef<HTMLInputElement>(null);

  useEffect(() => first.current?.focus(), []);

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const found = checkIssueType(type.trim());
    setProblem(found);
    if (found) first.current?.focus();
    else onAdd({ type: type.trim(), entrance: readCount(entrance), exit: readCount(exit), year });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // one that closes the list of suggestions, or ends the typing of a character, is not meant for the form
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onCancel();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape comes up from every field in it
    <form
      className={styles.form}
      aria-label={`Add an issue of ${year} to ${post}`}
      noValidate
      onSubmit={submit}
      onKeyDown={onKeyDown}
    >
      <div className={styles.type}>
        <TextField
          label="Issue Type"
          placeholder="e.g. Barrier Arm Jammed"
          list={list}
          autoComplete="off"
          inputRef={first}
          value={type}
          onChange={(value) => {
            setType(value);
            setProblem(null);
          }}
          error={problem}
        />
        <datalist id={list}>
          {types.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </datalist>
      </div>
      <CountField label="Entrance" value={entrance} onChange={setEntrance} />
      <CountField label="Exit" value={exit} onChange={setExit} />
      <div className={styles.buttons}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary">
          Add Issue
        </Button>
      </div>
    </form>
  );
}

function CountField({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <TextField
      label={label}
      inputMode="numeric"
      // or the field would not get narrower than twenty characters
      size={6}
      autoComplete="off"
      value={value}
      onChange={onChange}
      onFocus={(event) => event.target.select()}
      onBlur={() => onChange(String(readCount(value)))}
    />
  );
}
