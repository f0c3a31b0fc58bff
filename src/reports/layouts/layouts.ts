import { buildDocument, type BuiltDocument, type Workshop } from '../engine/build-document.ts';
import type { ReportRequest } from '../report-request.ts';
import { maintenanceFormReport } from './maintenance-form.ts';
import { monthlyReport } from './monthly-report.ts';

/** Makes the document that is asked for. Every kind of report has its line here. */
export function buildReport(request: ReportRequest, shop: Workshop): Promise<BuiltDocument> {
  if (request.kind === 'monthly') return buildDocument(monthlyReport, request.data, shop);
  return buildDocument(maintenanceFormReport, request.data, shop);
}
