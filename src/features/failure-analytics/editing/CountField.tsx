import { useState, type Ref } from 'react';
import { TextField } from '../../../ui/field/TextField.tsx';
import { countNote, readCount } from '../draft/typed-count.ts';

interface CountFieldProps {
  label: string;
  value: string;
  inputRef: Ref<HTMLInputElement>;
  /** `note` says so when the count is not simply what was typed. */
  onType: (text: string, note: string | null) => void;
  /** The field is left with a count; `goingOn` when for another field. */
  onLeave: (count: number, goingOn: boolean) => void;
}

export function CountField({ label, value, inputRef, onType, onLeave }: CountFieldProps) {
  // about what was typed, which the field shows as a count once it is left
  const [note, setNote] = useState<string | null>(null);
  return (
    <TextField
      label={label}
      inputMode="numeric"
      // or the field would not get narrower than twenty characters
      size={6}
      autoComplete="off"
      inputRef={inputRef}
      value={value}
      onChange={(text) => {
        const found = countNote(text);
        setNote(found);
        onType(text, found);
      }}
      error={note}
      onFocus={(event) => event.target.select()}
      onBlur={(event) => onLeave(readCount(value), event.relatedTarget instanceof HTMLInputElement)}
    />
  );
}
