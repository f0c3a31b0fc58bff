import { fileNameOf } from '../../../lib/file-names.ts';
import { t } from '../../../lib/language/translate.ts';
import { companyContact } from '../../../records/company.ts';
import { writtenTexts } from '../../../records/task/member-words.ts';
import { visitTime } from '../../../records/task/visit.ts';
import { Flow } from '../../engine/flow.ts';
import { type Layout, reportBody } from '../../engine/layout.ts';
import { drawLetterhead, madeOnText } from '../../engine/letterhead.ts';
import { chosenPeriod, reportPhotos, type ChosenReport } from '../../report-request.ts';
import { visitFigures } from '../../report-words.ts';
import { drawCallCard, drawSite, drawTiles } from '../parts/parts.ts';
import { drawListedVisits } from './listed-visits.ts';

/** Visits that somebody chose from a list, with all their photos, drawn as in the monthly report (`decisions §17`). */
export const chosenReport: Layout<ChosenReport> = {
  meta: (data) => ({
    title: t('Chosen visits, {site}, {period}', { site: data.siteName, period: chosenPeriod(data) }),
    subject: t('{count, plural, one {# chosen visit} other {# chosen visits}}', { count: data.visits.length }),
    fileName: fileNameOf(data.name, 'Visits', ...chosenDays(data)),
    madeOn: data.madeOn,
    running: [data.siteName, t('Chosen visits, {period}', { period: chosenPeriod(data) })],
    foot: madeOnText(data.madeOn),
  }),
  texts: (data) => [
    data.siteName,
    data.address,
    ...Object.values(companyContact),
    ...data.visits.flatMap(writtenTexts),
  ],
  photos: (data) => reportPhotos({ kind: 'chosen', data }),
  draw: (paper, data) => {
    const flow = new Flow(paper, drawLetterhead(paper, t('Chosen visits'), chosenPeriod(data)) + 6, reportBody);
    drawSite(flow, data);
    drawTiles(flow, visitFigures(data.visits));
    flow.space(4);
    drawCallCard(flow);
    flow.space(4);
    return drawListedVisits(flow, data, data.visits);
  },
};

/** The first and the last day of the visits, such as `2026-03-12`; only one day if they are the same. */
function chosenDays({ visits }: ChosenReport): string[] {
  const days = visits.map(({ time }) => visitTime(time).date);
  return [...new Set([...days.slice(0, 1), ...days.slice(-1)])];
}
