import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { Session } from '../lib/session.ts';
import { Icon } from '../ui/Icon.tsx';
import { home } from './destination.ts';
import { EndSessionDialog } from './EndSessionDialog.tsx';
import { addressOf, isCurrent, navLinks } from './nav-links.ts';
import styles from './NavBar.module.css';

/** The bar over every page but the login. On a small screen it folds into a menu. */
export function NavBar({ session }: { session: Session }) {
  const location = useLocation();
  const [open, setOpen] = useState(false);
  const [page, setPage] = useState(location.key);
  const [leaving, setLeaving] = useState(false);
  // another page closes the menu, by whichever way it came
  if (page !== location.key) {
    setPage(location.key);
    setOpen(false);
  }

  useEffect(() => {
    if (!open) return undefined;
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [open]);

  return (
    <header className={styles.bar}>
      <a
        className={styles.skip}
        href="#content"
        onClick={(event) => {
          event.preventDefault();
          document.getElementById('content')?.focus();
        }}
      >
        Skip to content
      </a>
      <div className={styles.inner}>
        <Link className={styles.brand} to={home(session)}>
          <img src="/icon.svg" alt="" width="36" height="36" />
          RFID Boom Gate
        </Link>
        <button
          type="button"
          className={styles.menu}
          aria-expanded={open}
          aria-controls="portal-menu"
          onClick={() => setOpen(!open)}
        >
          <Icon name={open ? 'close' : 'menu'} />
          Menu
        </button>
        <div id="portal-menu" className={`${styles.panel} ${open ? styles.open : ''}`}>
          <nav aria-label="Portal">
            <ul className={styles.links}>
              {navLinks(session.role).map((link) => (
                <li key={link.to}>
                  <Link
                    to={addressOf(link, location)}
                    onClick={() => setOpen(false)}
                    aria-current={isCurrent(link, location) ? 'page' : undefined}
                  >
                    {link.label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <button type="button" className={styles.leave} onClick={() => setLeaving(true)}>
            End Session
          </button>
        </div>
      </div>
      <EndSessionDialog open={leaving} token={session.token} onClose={() => setLeaving(false)} />
    </header>
  );
}
