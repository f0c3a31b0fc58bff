import { draftDocument, type DocumentDraft, type PageShop } from '../engine/draft-document.ts';
import type { ReportRequest } from '../report-request.ts';
import { maintenanceFormReport } from './maintenance-form.ts';
import { monthlyReport } from './monthly-report.ts';

/** Makes the pages that are asked for. Every kind of report has its line here. */
export function draftReport(
  request: ReportRequest,
  shop: PageShop,
  missing: ReadonlySet<number>,
): Promise<DocumentDraft> {
  if (request.kind === 'monthly') return draftDocument(monthlyReport, request.data, shop, missing);
  return draftDocument(maintenanceFormReport, request.data, shop, missing);
}
