import type { UseQueryResult } from '@tanstack/react-query';
import { t } from '../../lib/language/translate.ts';
import type { SiteAccess } from '../../records/site/archive-calls.ts';
import { Loaded } from '../../ui/message/Loaded.tsx';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';

interface ArchiveTermsProps {
  /** How many sites would be archived. */
  count: number;
  /** How many keys, stickers and links work at these sites (`siteAccessQuery`). */
  access: UseQueryResult<SiteAccess>;
  /** Whether archiving also ends the keys, stickers and links of these sites. */
  endAccess: boolean;
  onChange: (endAccess: boolean) => void;
}

/** Explains what archiving does, says which keys, stickers and links work at these sites, and asks whether to end them too. */
export function ArchiveTerms({ count, access, endAccess, onChange }: ArchiveTermsProps) {
  return (
    <div className={layout.gap3}>
      <p>
        {t(
          '{count, plural, one {The site leaves} other {The sites leave}} the overview, all lists and choices, due dates and counts of what is open. Records, visits and changes stay, and can be brought back at any time.',
          { count },
        )}
      </p>
      <Loaded
        query={access}
        error={t('What works at the site could not be read.')}
        skeleton={<p role="status">{t('Reading what works now…')}</p>}
      >
        {(counts) => (
          <>
            <p>{worksText(counts)}</p>
            {counts.keys + counts.stickers + counts.links > 0 && (
              <div className={layout.gap1}>
                <label className={layout.line}>
                  <input type="checkbox" checked={endAccess} onChange={(event) => onChange(event.target.checked)} />
                  {t(
                    '{count, plural, one {End its keys, stickers and links} other {End their keys, stickers and links}}',
                    {
                      count,
                    },
                  )}
                </label>
                <p className={texts.note}>
                  {endAccess
                    ? t('They end at once, and stay ended when a site is brought back.')
                    : t(
                        'They go on: whoever has a key still reads the record, and what is reported from then on is among the open faults.',
                      )}
                </p>
              </div>
            )}
          </>
        )}
      </Loaded>
    </div>
  );
}

/** For example `Working now: 2 keys, 3 stickers, 1 link.` */
function worksText({ keys, stickers, links }: SiteAccess): string {
  if (keys + stickers + links === 0) return t('No key, sticker or link works now.');
  return t(
    'Working now: {keys, plural, one {# key} other {# keys}}, {stickers, plural, one {# sticker} other {# stickers}}, {links, plural, one {# link} other {# links}}.',
    { keys, stickers, links },
  );
}
