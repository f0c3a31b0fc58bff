import { useState, type ClipboardEvent, type ComponentProps, type MouseEvent } from 'react';
import { useToday } from '../../components/use-today.ts';
import { t } from '../../lib/language/translate.ts';
import { contractDay, contractYears, typedEndText } from '../../records/site/contract.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/field/TextField.tsx';
import styles from './SitesRoute.module.css';

/** Whether a date picker can show a value: an ISO date (a year may have up to six digits) or an empty value. */
const fitsDatePicker = (value: string) => value === '' || /^\d{4,6}-\d{2}-\d{2}$/u.test(value);

type ContractEndFieldProps = Pick<
  ComponentProps<typeof TextField>,
  'label' | 'value' | 'onChange' | 'name' | 'error' | 'autoComplete'
>;

/** The end of a contract, chosen as a date or written in words. The hint says how the words are understood while they are typed. */
export function ContractEndField({ value, onChange, ...field }: ContractEndFieldProps) {
  const today = useToday();
  const [wantsText, setWantsText] = useState(!fitsDatePicker(value));
  // the text that was typed before the date picker opened: it is no date, and it stays the value until a day is chosen
  const [setAside, setSetAside] = useState<string | null>(null);
  const isSetAside = !wantsText && value === setAside;
  const isText = wantsText || (!fitsDatePicker(value) && !isSetAside);

  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text').trim();
    // an input of type `date` ignores pasted text: the field becomes a text input if the text needs one
    if (isText || text === '') return;
    event.preventDefault();
    setWantsText(!fitsDatePicker(text));
    onChange(text);
  };
  const change = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    if (isText && !fitsDatePicker(value)) {
      // a text that can be read as a date is shown as that day in the date picker
      const day = contractDay(value);
      if (day === null) setSetAside(value);
      else onChange(day);
    }
    setWantsText(!isText);
    const input = currentTarget.form?.elements.namedItem(field.name ?? '');
    if (input instanceof HTMLElement) input.focus();
  };
  return (
    <>
      <TextField
        {...field}
        value={isSetAside ? '' : value}
        onChange={onChange}
        onPaste={paste}
        hint={
          isSetAside
            ? t('“{text}” stays until a day is chosen.', { text: value })
            : (typedEndText(value, today) ?? t('The profile shows how many days are left.'))
        }
        {...(!isText && { type: 'date', min: `${contractYears.first}-01-01`, max: `${contractYears.last}-12-31` })}
      />
      <Button variant="ghost" className={styles.offer} onClick={change}>
        {isText ? t('Choose a date instead') : t('Write it in words')}
      </Button>
    </>
  );
}
