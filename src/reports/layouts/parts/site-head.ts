import type { Flow } from '../../engine/flow.ts';
import { colours } from '../../engine/layout.ts';
import type { SiteReport } from '../../report-request.ts';

const nameStyle = { size: 16, bold: true };
const addressStyle = { size: 10, colour: colours.grey };

export function drawSite(flow: Flow, { siteName, address }: SiteReport): void {
  flow.paragraph(siteName, nameStyle);
  flow.paragraph(address, addressStyle);
  flow.space(4);
}
