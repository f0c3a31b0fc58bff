import { useEffect, useState } from 'react';
import { useLocation, Link } from 'react-router-dom';
import type { Session } from '../../lib/device/session.ts';
import { inEnglish, said, t } from '../../lib/language/translate.ts';
import { useNarrow } from '../../lib/screen/viewport.ts';
import { hasRight, type Role } from '../../records/access-key/role.ts';
import { companyContact, telUrl } from '../../records/company.ts';
import { Icon } from '../../ui/Icon.tsx';
import { SupportLink } from '../../ui/message/Notice.tsx';
import { GoToButton, useGoTo } from '../go-to/GoTo.tsx';
import { homePath } from '../landing.ts';
import { EndSessionDialog } from '../session/EndSessionDialog.tsx';
import { isMenuLinkCurrent, menuOf, menuUrl } from './menu.ts';
import { ReportFault } from './report/ReportFault.tsx';
import layout from '../../ui/layout.module.css';
import styles from './NavBar.module.css';

/** The smallest width in rem at which the links of a role and three icons fit side by side. Below it the bar is folded (`decisions §3`). */
const foldedBelow: Record<Role, number> = { user: 53.5, technician: 54, admin: 64 };

/** The bar above every screen: the menu of the role, the contacts and the logout. */
export function NavBar({ session }: { session: Session }) {
  const location = useLocation();
  const [open, setOpen] = useState(false);
  const [page, setPage] = useState(location.key);
  const [isEndDialogOpen, setEndDialogOpen] = useState(false);
  const goTo = useGoTo(session);
  const links = menuOf(session.role);
  const folded = useNarrow(foldedBelow[session.role]);
  // a key of one site that may report faults has a button for it on every screen
  const canReport = session.site !== null && hasRight(session.role, 'reportFaults');
  // the menu closes when another page is opened, also by *Back*
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
    <header className={`${styles.bar} ${folded ? styles.folded : ''}`}>
      <a
        className={styles.skip}
        href="#content"
        onClick={(event) => {
          event.preventDefault();
          document.getElementById('content')?.focus();
        }}
      >
        {t('Skip to content')}
      </a>
      <div className={styles.inner}>
        <Link className={`${layout.line} ${styles.brand}`} to={homePath(session.role)}>
          <img src="/icon.svg" alt="" width="36" height="36" />
          RFID Boom Gate
        </Link>
        {folded && <Contacts canReport={canReport} />}
        <button
          type="button"
          className={styles.menu}
          aria-expanded={open}
          aria-controls="portal-menu"
          onClick={() => setOpen(!open)}
        >
          <Icon name={open ? 'close' : 'menu'} />
          <span className={canReport ? styles.menuWord : ''}>{t('Menu')}</span>
        </button>
        <div
          id="portal-menu"
          className={`${styles.panel} ${open ? styles.open : ''} ${!folded && canReport ? styles.reporting : ''}`}
        >
          {folded && <GoToButton inMenu onPress={goTo.open} />}
          <nav aria-label={t('Portal')}>
            <ul className={`${layout.wrap} ${styles.links}`}>
              {links.map((link) => (
                <li key={inEnglish(link.label)}>
                  <Link
                    to={menuUrl(link, session.role, location.search)}
                    onClick={() => setOpen(false)}
                    aria-current={isMenuLinkCurrent(link, session.role, location) ? 'page' : undefined}
                  >
                    {said(link.label)}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          {!folded && <Contacts canReport={canReport} />}
          {!folded && <GoToButton onPress={goTo.open} />}
          <button type="button" className={styles.leave} onClick={() => setEndDialogOpen(true)}>
            {t('End Session')}
          </button>
        </div>
      </div>
      {goTo.dialog}
      <EndSessionDialog open={isEndDialogOpen} session={session} onClose={() => setEndDialogOpen(false)} />
    </header>
  );
}

/**
 * The hotline and the support address. They are on every screen, so that nobody has to search for them while a gate is stuck. All roles
 * see them: technicians call the hotline too, and the office reads its number out.
 */
function Contacts({ canReport }: { canReport: boolean }) {
  const { hotline, hours } = companyContact;
  return (
    <div className={`${styles.contacts} ${canReport ? styles.three : ''}`} role="group" aria-label={t('Help')}>
      <SupportLink />
      {canReport && (
        <ReportFault className={styles.report}>
          <Icon name="gate-down" />
          <span>{t('Report a fault')}</span>
        </ReportFault>
      )}
      <a className={styles.call} href={telUrl(hotline)}>
        <Icon name="phone" />
        <span>{hotline}</span> <span className={layout.visuallyHidden}>{t('(hotline, {hours})', { hours })}</span>
      </a>
    </div>
  );
}
