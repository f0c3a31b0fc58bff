import { t } from '../../../lib/language/translate.ts';
import { ageText } from '../../../records/task/follow-up-words.ts';
import { longDate } from '../../../records/time.ts';
import { drawSection, drawTable, firstRowHeight, type Flow, type TableColumn } from '../../engine/flow.ts';
import type { YearReport } from '../../report-request.ts';

const cell = { size: 10 };

const columns: TableColumn[] = [
  { width: 57, style: cell },
  { width: 81, style: { size: 10, bold: true } },
  { width: 48, style: cell },
];

/** Draws the recommendations that were open when the report was made (`decisions §14`); nothing if there are none. */
export function drawOpenFollowUps(flow: Flow, { open, madeOn }: Pick<YearReport, 'open' | 'madeOn'>): void {
  if (open.length === 0) return;
  const now = new Date(madeOn);
  const rows = open.map(({ time, text, title }) => [
    t('{value} ({note})', { value: longDate(time), note: ageText(time, now) }),
    text,
    title,
  ]);
  const head = [t('Open since'), t('Recommendation'), t('Visit')];
  flow.space(8);
  drawSection(flow, t('Open recommendations'), firstRowHeight(flow, columns, rows, { head }));
  drawTable(flow, columns, rows, { head });
}
