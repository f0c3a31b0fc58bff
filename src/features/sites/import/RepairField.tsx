import { useState, type KeyboardEvent } from 'react';
import { isComposingKey } from '../../../lib/screen/keyboard.ts';
import { TextAreaField, TextField } from '../../../ui/field/TextField.tsx';

interface RepairFieldProps {
  label: string;
  cell: string;
  isMultiline: boolean;
  /** What is wrong with the cell, if the field has to show it. */
  error?: string | undefined;
  onRepair: (typed: string) => void;
}

/** An input for a cell. The typed text repairs the cell when the field loses the focus or, in a field of one line, Enter is pressed. */
export function RepairField({ label, cell, isMultiline, error, onRepair }: RepairFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const takeOver = () => {
    if (typed !== null && typed !== cell) onRepair(typed);
    setTyped(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !isComposingKey(event.nativeEvent)) takeOver();
  };
  const shared = { label, value: typed ?? cell, error, onChange: setTyped, onBlur: takeOver };
  return isMultiline ? (
    <TextAreaField {...shared} />
  ) : (
    <TextField {...shared} onKeyDown={onKeyDown} autoComplete="off" />
  );
}
