import type { Layout } from '../engine/layout.ts';
import type { ReportData, ReportKind } from '../report-request.ts';
import { maintenanceFormReport } from './form/form-report.ts';
import { monthlyReport } from './monthly/monthly-report.ts';
import { yearReport } from './year/year-report.ts';

/** Only the worker imports this, as it brings the drawing code. */
export const layouts: { readonly [Kind in ReportKind]: Layout<ReportData[Kind]> } = {
  monthly: monthlyReport,
  year: yearReport,
  form: maintenanceFormReport,
};
