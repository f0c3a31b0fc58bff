import { memo, type MouseEvent } from 'react';
import { Link } from 'react-router-dom';
import { t } from '../../lib/language/translate.ts';
import { bringIntoView, fitAboveKeyboard } from '../../lib/screen/viewport.ts';
import { Icon } from '../../ui/Icon.tsx';
import type { GoToLine } from './destinations.ts';
import type { ListedGroup } from './use-destinations.ts';
import combo from '../../ui/combo/ComboField.module.css';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './GoToDialog.module.css';

interface GoToListProps {
  /** The id of the list; the ids of its lines are derived from it. */
  id: string;
  groups: readonly ListedGroup[];
  /** The index of the marked line among the lines of all groups; -1 for none. */
  active: number;
  /** Called when a link was pressed, before it opens. */
  onPress: (line: GoToLine, event: MouseEvent) => void;
}

/** The lines under their headings, as options of the field above them. */
export function GoToList({ id, groups, active, onPress }: GoToListProps) {
  // the index of the first line of each group
  const firstIndexes = groups.map((_, index) =>
    groups.slice(0, index).reduce((sum, { lines }) => sum + lines.length, 0),
  );
  return (
    <div ref={fitAboveKeyboard} id={id} role="listbox" className={styles.results} aria-label={t('Go to…')}>
      {groups.map(({ name, lines }, index) => (
        <div key={name} role="group" aria-label={groupName(name)}>
          <p className={`${texts.label} ${styles.group}`} aria-hidden="true">
            {groupName(name)}
          </p>
          {lines.map((line, indexInGroup) => (
            <Line
              key={line.id}
              id={`${id}-${(firstIndexes[index] ?? 0) + indexInGroup}`}
              line={line}
              isActive={(firstIndexes[index] ?? 0) + indexInGroup === active}
              onPress={onPress}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

function groupName(name: ListedGroup['name']): string {
  const names: Record<ListedGroup['name'], string> = {
    recent: t('Opened last'),
    screens: t('Screens'),
    sites: t('Sites'),
    keys: t('Access keys'),
    documents: t('Documents'),
    visits: t('Visits'),
    guides: t('Guides'),
  };
  return names[name];
}

interface LineProps extends Pick<GoToListProps, 'id' | 'onPress'> {
  line: GoToLine;
  isActive: boolean;
}

/** A line of the list. The Tab key skips it, because the field above handles the arrow keys and Enter. */
const Line = memo(function Line({ id, line, isActive, onPress }: LineProps) {
  const { icon, title, detail, link, lang } = line;
  return (
    <Link
      id={id}
      ref={isActive ? bringIntoView : null}
      to={link}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={`${layout.target} ${styles.line} ${isActive ? combo.active : ''}`}
      // keeps the focus in the field
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => onPress(line, event)}
      onAuxClick={(event) => onPress(line, event)}
    >
      <Icon name={icon} />
      <span className={`${texts.breaks} ${texts.measure} ${styles.words}`}>
        <span className={texts.medium} lang={lang}>
          {title}
        </span>{' '}
        {detail !== '' && <span className={`${texts.note} ${texts.clamp} ${styles.detail}`}>{detail}</span>}
      </span>
    </Link>
  );
});
