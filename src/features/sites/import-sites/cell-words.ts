import { comparedForm } from '../../../lib/calendar/plain-form.ts';
import { readYes } from '../../../records/import/read-value.ts';
import { headForm } from '../../../records/import/visit-columns.ts';
import type { SiteColumn } from '../../../records/site/site-columns.ts';

// The words in cells and column heads that state a unit or a status, in English, Malay and Chinese.

/** A word for minutes, or for days, in a column head. */
const minutes = /\b(?:min|mins|minutes?|minit)\b|分钟|分鐘/u;
const days = /\b(?:days?|hari)\b|天/u;

/**
 * Adds the unit that the column head names to a number of hours: `30` below `Response (min)` becomes `30 min`. Any other cell is returned
 * unchanged.
 */
export function withUnit({ kind }: SiteColumn, cell: string, head: string): string {
  if (kind !== 'hours' || !/^\s*[\d.,]+\s*$/u.test(cell.normalize('NFKC'))) return cell;
  const words = comparedForm(head);
  if (minutes.test(words)) return `${cell} min`;
  const namesHours = /hours?|jam/u.test(headForm(head));
  return days.test(words) && !namesHours ? `${cell} days` : cell;
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

/** Words that may describe the contract instead of the system. */
const contractWords = new Set(wordsIn('active|inactive|not active|aktif|tidak aktif|启用|停用|啟用'));

/** Whether a cell may be about the contract and not the system, so that a person must decide what it means. */
export const maybeOfContract = (cell: string) => contractWords.has(comparedForm(cell));

function wordsIn(words: string): string[] {
  return words.split('|');
}

/** Reads the status in a cell: true for online, false for offline, null if it is neither. */
export function readSiteStatus(cell: string): boolean | null {
  const form = comparedForm(cell);
  if (maybeOfContract(cell)) return null;
  if (online.has(form)) return true;
  return offline.has(form) ? false : readYes(cell);
}
