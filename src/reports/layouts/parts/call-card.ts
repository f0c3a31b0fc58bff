import { companyContact, companyName } from '../../../records/company.ts';
import type { Flow } from '../../engine/flow.ts';
import { colours, page } from '../../engine/page-style.ts';
import { drawText, textWidth } from '../../text/draw-text.ts';

/** In mm. */
export const callCardHeight = 13;

const nameStyle = { size: 9, bold: true, colour: colours.pale };
const numberStyle = { size: 15, bold: true, colour: colours.white };
const restStyle = { size: 9.5, colour: colours.white };

/** Whom to call when a gate is stuck: a dark band that catches the eye. */
export function drawCallCard(flow: Flow): void {
  const { paper } = flow;
  const { doc } = paper;
  const { hotline, hours, email } = companyContact;
  flow.need(callCardHeight);
  doc.setFillColor(colours.ink);
  doc.rect(page.left, flow.y, page.right - page.left, callCardHeight, 'F');
  doc.setFillColor(colours.amber);
  doc.rect(page.left, flow.y, 1.4, callCardHeight, 'F');
  drawText(paper, 'Who to call', page.left + 5, flow.y + 5.2, nameStyle);
  drawText(paper, companyName, page.left + 5, flow.y + 10, restStyle);
  const middle = page.left + 66;
  drawText(paper, hotline, middle, flow.y + 8.6, numberStyle);
  doc.link(middle, flow.y + 2.5, textWidth(paper, hotline, numberStyle), 8, {
    url: `tel:${hotline.replaceAll(/[^+\d]/gu, '')}`,
  });
  drawText(paper, hours, page.right - 5, flow.y + 5.2, restStyle, 'right');
  drawText(paper, email, page.right - 5, flow.y + 10, restStyle, 'right');
  const width = textWidth(paper, email, restStyle);
  doc.link(page.right - 5 - width, flow.y + 6, width, 5.5, { url: `mailto:${email}` });
  flow.space(callCardHeight);
}
