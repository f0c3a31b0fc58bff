import { comparedForm } from '../../../lib/calendar/plain-form.ts';
import { readYes } from '../../../records/import/read-value.ts';
import { headForm } from '../../../records/import/visit-columns.ts';
import type { SiteColumn } from '../../../records/site/site-columns.ts';

// Words of cells and heads that mean a value of a site, in English, Malay and Chinese.

const minutes = /\b(?:min|mins|minutes?|minit)\b|分钟|分鐘/u;
const days = /\b(?:days?|hari)\b|天/u;

/** A plain number of hours with the unit that its head names: `Response (min)` over `30`. */
export function withUnit({ kind }: SiteColumn, cell: string, head: string): string {
  if (kind !== 'hours' || !/^\s*[\d.,]+\s*$/u.test(cell.normalize('NFKC'))) return cell;
  const words = comparedForm(head);
  return minutes.test(words)
    ? `${cell} min`
    : days.test(words) && !/hours?|jam/u.test(headForm(head))
      ? `${cell} days`
      : cell;
}

const online = new Set(
  wordsIn(
    'system online|working|operational|running|up|ok|sistem dalam talian|dalam talian|beroperasi|berfungsi|系统在线|在线|运行中|正常|系統在線|在線|運行中',
  ),
);
const offline = new Set(
  wordsIn(
    'system offline|not working|down|faulty|out of order|sistem luar talian|luar talian|rosak|系统离线|离线|故障|系統離線|離線',
  ),
);

/** Words that may as well be about the contract. */
const ofContract = new Set(wordsIn('active|inactive|not active|aktif|tidak aktif|启用|停用|啟用'));

/** Whether a cell may say how the contract stands, and not the system: a person has to tell. */
export const maybeOfContract = (cell: string) => ofContract.has(comparedForm(cell));

function wordsIn(words: string): string[] {
  return words.split('|');
}

/** Whether a cell says that the system is online; null where it says neither. */
export function readSiteStatus(cell: string): boolean | null {
  const form = comparedForm(cell);
  if (maybeOfContract(cell)) return null;
  if (online.has(form)) return true;
  return offline.has(form) ? false : readYes(cell);
}
