import { Link } from 'react-router-dom';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './MovedNote.module.css';

interface MovedNoteProps {
  title: string;
  /** Such as `under March 2026`. */
  where: string;
  link: { to: string; text: string };
}

/** Says where a visit went that disappears from its list, as if it were lost. */
export function MovedNote({ title, where, link }: MovedNoteProps) {
  return (
    <p role="status" className={`${texts.breaks} ${layout.unprinted} ${styles.moved}`}>
      {`“${title}” is now ${where}. `}
      <Link to={link.to} replace>
        {link.text}
      </Link>
    </p>
  );
}
