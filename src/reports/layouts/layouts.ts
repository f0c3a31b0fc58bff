import {
  buildDocument,
  draftDocument,
  type BuiltDocument,
  type DraftDocument,
  type PhotoSupply,
  type Workshop,
} from '../engine/build-document.ts';
import type { ReportRequest } from '../report-request.ts';
import { maintenanceFormReport } from './maintenance-form.ts';
import { monthlyReport } from './monthly-report.ts';

// every kind of report has its line in both

/** Makes the document that is asked for; from its pages where they were drafted before. */
export function buildReport(
  { kind, data }: ReportRequest,
  shop: Workshop & PhotoSupply,
  ahead?: Promise<DraftDocument>,
): Promise<BuiltDocument> {
  if (kind === 'monthly') return buildDocument(monthlyReport, data, shop, ahead);
  return buildDocument(maintenanceFormReport, data, shop, ahead);
}

/** Draws its pages only. */
export function draftReport({ kind, data }: ReportRequest, shop: Workshop): Promise<DraftDocument> {
  if (kind === 'monthly') return draftDocument(monthlyReport, data, shop);
  return draftDocument(maintenanceFormReport, data, shop);
}
