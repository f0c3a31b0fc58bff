import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allScreens } from '../e2e/all-screens.ts';
import { albumFolder, looks, pictureName } from './looks.ts';

/** Writes the page with all pictures: a row for each screen, a column for each look, and a link to its printout. */
export default function writeAlbum(): void {
  const rows = allScreens.map(({ name }) => {
    const pictures = looks.map(({ look, width }) => {
      const file = `${pictureName(name, look)}.png`;
      if (!existsSync(join(albumFolder, file))) return '';
      const picture = `<a href="${file}"><img src="${file}" loading="lazy" width="${Math.round(width / 3)}" alt=""></a>`;
      return `<figure>${picture}<figcaption>${look}</figcaption></figure>`;
    });
    const paper = `${pictureName(name, 'paper')}.pdf`;
    const printed = existsSync(join(albumFolder, paper)) ? `<p><a href="${paper}">on paper</a></p>` : '';
    return `<h2>${name}</h2>${printed}<div>${pictures.join('')}</div>`;
  });
  const style =
    'body{font:16px system-ui;margin:24px}div{display:flex;align-items:start;gap:16px;overflow-x:auto}figure{margin:0}img{border:1px solid #888}';
  const page = join(albumFolder, 'index.html');
  writeFileSync(
    page,
    `<!doctype html><meta charset="utf-8"><title>Screens</title><style>${style}</style>${rows.join('')}`,
  );
  console.log(`\nAll screens: ${page}`);
}
