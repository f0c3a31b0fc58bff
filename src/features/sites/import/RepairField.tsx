import { useState, type KeyboardEvent } from 'react';
import { isComposingKey } from '../../../lib/screen/keyboard.ts';
import { TextAreaField, TextField } from '../../../ui/field/TextField.tsx';

interface RepairFieldProps {
  label: string;
  cell: string;
  hasLines: boolean;
  /** What is wrong with the cell, where that is not said beside it. */
  error?: string | undefined;
  onRepair: (typed: string) => void;
}

/** A cell; what is typed is read when the field is left, or Enter pressed. */
export function RepairField({ label, cell, hasLines, error, onRepair }: RepairFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const take = () => {
    if (typed !== null && typed !== cell) onRepair(typed);
    setTyped(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !isComposingKey(event.nativeEvent)) take();
  };
  const shared = { label, value: typed ?? cell, error, onChange: setTyped, onBlur: take };
  return hasLines ? <TextAreaField {...shared} /> : <TextField {...shared} onKeyDown={onKeyDown} autoComplete="off" />;
}
