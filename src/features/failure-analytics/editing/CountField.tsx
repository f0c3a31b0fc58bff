import { useState, type Ref } from 'react';
import { TextField } from '../../../ui/field/TextField.tsx';
import { countNote, readCount } from '../draft/typed-count.ts';

interface CountFieldProps {
  label: string;
  value: string;
  inputRef: Ref<HTMLInputElement>;
  /** `note`: set when the count was read differently than typed. */
  onType: (text: string, note: string | null) => void;
  /** `goingOn`: the focus moves to another field. */
  onLeave: (count: number, goingOn: boolean) => void;
}

export function CountField({ label, value, inputRef, onType, onLeave }: CountFieldProps) {
  // about what was typed, as the field shows a number once it loses the focus
  const [note, setNote] = useState<string | null>(null);
  return (
    <TextField
      label={label}
      inputMode="numeric"
      // without it the field would not shrink below twenty characters
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
