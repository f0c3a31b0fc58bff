import { t } from '../../../lib/language/translate.ts';
import { companyContact } from '../../../records/company.ts';
import { writtenTexts } from '../../../records/task/member-words.ts';
import { visitFileName } from '../../../records/task/visit.ts';
import { longDate } from '../../../records/time.ts';
import { Flow } from '../../engine/flow.ts';
import { type Layout, reportBody } from '../../engine/layout.ts';
import { drawLetterhead, madeOnText } from '../../engine/letterhead.ts';
import { reportPhotos, type VisitReport } from '../../report-request.ts';
import { drawCallCard, drawSite, titleLine } from '../parts/parts.ts';
import { drawVisit } from './draw-visit.ts';

/** One visit with all its photos, drawn as in the monthly report (`decisions §9`). */
export const visitReport: Layout<VisitReport> = {
  meta: (data) => {
    const day = longDate(data.visit.time);
    return {
      title: t('{title}, {site}, {day}', { title: titleLine(data.visit), site: data.siteName, day }),
      subject: t('The visit of {day}', { day }),
      fileName: visitFileName(data.name, data.visit, 'pdf'),
      madeOn: data.madeOn,
      running: [data.siteName, t('Visit Report, {day}', { day })],
      foot: madeOnText(data.madeOn),
    };
  },
  texts: ({ siteName, address, visit }) => [
    siteName,
    address,
    ...Object.values(companyContact),
    ...writtenTexts(visit),
  ],
  photos: (data) => reportPhotos({ kind: 'visit', data }),
  draw: (paper, data) => {
    const flow = new Flow(paper, drawLetterhead(paper, t('Visit Report'), longDate(data.visit.time)) + 6, reportBody);
    drawSite(flow, data);
    drawCallCard(flow);
    flow.space(2);
    return drawVisit(flow, data, data.visit, null).photos;
  },
};
