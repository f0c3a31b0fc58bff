import type { Block, Drawing, Guide } from './blocks.ts';

const silent = () => undefined;

/** Every text of a drawing, in the order in which it is drawn. */
function textsOfDrawing(drawing: Drawing): string[] {
  const texts: string[] = [];
  drawing.draw({
    line: silent,
    rect: silent,
    circle: silent,
    polygon: silent,
    text: (text) => {
      texts.push(text);
    },
  });
  return texts;
}

/** Every text of a block, without the numbers that the layout adds. */
function textsOfBlock(block: Block): string[] {
  if (block.kind === 'steps' || block.kind === 'list') return [...block.items];
  if (block.kind === 'table') return [...block.head, ...block.rows.flat()];
  if (block.kind === 'figure') return [block.caption, ...textsOfDrawing(block.drawing)];
  return [block.text];
}

/** Every text of a guide. */
export function textsOfGuide(guide: Guide): string[] {
  const { title, subtitle, number, readers, appliesTo, blocks } = guide;
  return [title, subtitle, number, readers, appliesTo, ...blocks.flatMap(textsOfBlock)];
}
