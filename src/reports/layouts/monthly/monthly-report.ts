import { fileNameOf } from '../../../lib/file-names.ts';
import { t } from '../../../lib/language/translate.ts';
import { companyContact } from '../../../records/company.ts';
import { writtenTexts } from '../../../records/task/member-words.ts';
import { twoDigitMonth } from '../../../records/time.ts';
import { Flow } from '../../engine/flow.ts';
import { type Layout, type Paper, type PhotoSlot, reportBody } from '../../engine/layout.ts';
import { drawLetterhead, madeOnText } from '../../engine/letterhead.ts';
import { monthOf, reportPhotos, type MonthlyReport } from '../../report-request.ts';
import { monthFigures } from '../../report-words.ts';
import { drawCallCard, drawTiles, drawSite } from '../parts/parts.ts';
import { drawListedVisits } from './listed-visits.ts';

/** A summary of a month, then all its shown visits with their photos (`spec §9`). */
export const monthlyReport: Layout<MonthlyReport> = {
  meta: (data) => ({
    title: t('Maintenance Report, {site}, {when}', { site: data.siteName, when: monthOf(data) }),
    subject: t('{visits, number} maintenance visits of {when}', { visits: data.tasks.length, when: monthOf(data) }),
    fileName: fileNameOf(data.name, 'Maintenance-Report', `${data.year}-${twoDigitMonth(data.month)}`),
    madeOn: data.madeOn,
    running: [data.siteName, t('Maintenance Report, {when}', { when: monthOf(data) })],
    foot: madeOnText(data.madeOn),
  }),
  texts: (data) => [data.siteName, data.address, ...Object.values(companyContact), ...data.tasks.flatMap(writtenTexts)],
  photos: (data) => reportPhotos({ kind: 'monthly', data }),
  draw: drawMonth,
};

function drawMonth(paper: Paper, data: MonthlyReport): Promise<PhotoSlot[]> {
  const flow = new Flow(paper, drawLetterhead(paper, t('Maintenance Report'), monthOf(data)) + 6, reportBody);
  drawSite(flow, data);
  drawTiles(flow, monthFigures(data));
  flow.space(4);
  drawCallCard(flow);
  flow.space(4);
  return drawListedVisits(flow, data, data.tasks);
}
