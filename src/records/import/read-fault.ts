import { plainForm } from '../../lib/calendar/plain-form.ts';

// Recognises the texts that a spreadsheet writes into a cell whose value it cannot show, so that they are not imported as titles.

/** `error`: a formula failed; `narrow`: the column was too narrow to show the value; `digits`: the value lost its digits. */
export type CellFault = 'error' | 'narrow' | 'digits';

/** The error texts of Excel, Google Sheets and LibreOffice in several languages, without the `#` and the `!` or `?` around them. */
const errors = new Set(
  [
    'N/A REF VALUE DIV/0 NAME NUM NULL SPILL CALC FIELD BLOCKED CONNECT BUSY UNKNOWN GETTING_DATA EXTERNAL PYTHON OVERFLOW ERROR ERR',
    // German, Dutch, French, Spanish, Portuguese, Italian
    'NV BEZUG WERT ZAHL ÜBERLAUF N/B VERW WAARDE DEEL/0 NAAM GETAL LEEG VALEUR NOM NOMBRE NUL VALOR NOMBRE NULO NÚM NOME RIF VALORE',
    // Polish, Turkish, Russian
    'N/D ARG ADR DZIEL/0 NAZWA LICZBA ZERO YOK DEĞER BAŞV SAYI/0 AD SAYI BOŞ Н/Д ССЫЛКА ЗНАЧ ДЕЛ/0 ИМЯ ЧИСЛО ПУСТО',
  ].flatMap((words) => words.split(' ')),
);

/** The fault of a cell; null for a cell with a value. */
export function cellFault(cell: string): CellFault | null {
  const text = plainForm(cell);
  if (/^#+$/u.test(text)) return 'narrow';
  if (/^[+-]?\d(?:[.,]\d+)?E[+-]?\d{1,3}$/iu.test(text)) return 'digits';
  const error = /^#[¡¿]?(?<name>[\p{L}\d/_]+)[!?]?$/u.exec(text)?.groups?.['name'];
  return (error !== undefined && errors.has(error.toUpperCase())) || /^Err:\d{3}$/iu.test(text) ? 'error' : null;
}
