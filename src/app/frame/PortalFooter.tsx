import { useState } from 'react';
import { LanguageSwitch } from '../../components/LanguageSwitch.tsx';
import { t } from '../../lib/language/translate.ts';
import { chooseTheme, themeChoice } from '../../lib/screen/theme.ts';
import { useStore } from '../../lib/store.ts';
import { companyName } from '../../records/company.ts';
import { Button } from '../../ui/Button.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { AboutDialog } from '../about/AboutDialog.tsx';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './PortalFooter.module.css';

/** The company that services the gates, the dialog about the portal, and the choices of language and theme, which count for the device. */
export function PortalFooter() {
  const [isAboutOpen, setAboutOpen] = useState(false);
  return (
    <footer className={`${layout.unprinted} ${styles.footer}`}>
      <div className={`${layout.row} ${styles.footerInner}`}>
        <p className={texts.note}>{t('Serviced by {company}', { company: companyName })}</p>
        <Button variant="ghost" onClick={() => setAboutOpen(true)}>
          {t('About this portal')}
        </Button>
        <LanguageSwitch />
        <ThemeSwitch />
      </div>
      {isAboutOpen && <AboutDialog onClose={() => setAboutOpen(false)} />}
    </footer>
  );
}

function ThemeSwitch() {
  const choices = [
    { value: 'system', label: t('System') },
    { value: 'light', label: t('Light') },
    { value: 'dark', label: t('Dark') },
  ] as const;
  return <Segments label={t('Theme')} choices={choices} chosen={useStore(themeChoice)} onChoose={chooseTheme} />;
}
