import { fileNameOf } from '../../../lib/file-names.ts';
import { t } from '../../../lib/language/translate.ts';
import { siteStamp } from '../../../records/time.ts';
import type { Layout } from '../../engine/layout.ts';
import type { KeyCards } from '../../report-request.ts';
import { drawKeyCard } from './draw-key-card.ts';

/** The cards of new keys, each on its own page. The keys themselves are not in the name or the properties of the file. */
export const keyCards: Layout<KeyCards> = {
  meta: ({ cards, madeOn }) => {
    const [first] = cards;
    const day = siteStamp(new Date(madeOn)).slice(0, 10);
    return {
      title:
        cards.length === 1
          ? t('Card for {label}', { label: first?.label ?? '' })
          : t('{count, plural, one {Card of # key} other {Cards of # keys}}', { count: cards.length }),
      subject: t('How to open the service records'),
      fileName:
        cards.length === 1
          ? fileNameOf(first?.site ?? first?.label ?? '', 'Key-card', day)
          : fileNameOf('Key-cards', `${cards.length}`, day),
      madeOn,
      running: ['', ''],
      foot: '',
      unmarked: true,
    };
  },
  texts: ({ portal, cards }) => [
    portal,
    ...cards.flatMap(({ key, label, site, sites }) => [key, label, site ?? '', sites ?? '']),
  ],
  photos: () => [],
  draw(paper, { portal, madeOn, cards }) {
    cards.forEach((card, index) => {
      if (index > 0) paper.doc.addPage();
      drawKeyCard(paper, card, { portal, madeOn });
    });
    return [];
  },
};
