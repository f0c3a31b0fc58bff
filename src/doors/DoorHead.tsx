import { useState, type ReactNode } from 'react';
import { shownLanguage } from '../lib/language/choice.ts';
import { chooseLanguage } from '../lib/language/choose-language.ts';
import { languageCodes, languages, type LanguageCode } from '../lib/language/languages.ts';
import { t } from '../lib/language/translate.ts';
import { useStore } from '../lib/store.ts';
import { ErrorNote } from '../ui/message/Notice.tsx';
import styles from './DoorHead.module.css';

/** The short names of the languages that are usual in Singapore and Malaysia. */
const shortNames: Record<LanguageCode, string> = { en: 'EN', ms: 'BM', zh: '中文' };

interface DoorHeadProps {
  title: string;
  /** Below the title. */
  children?: ReactNode;
}

/** The head of a page without a login: its title, and the choice of the language. */
export function DoorHead({ title, children }: DoorHeadProps) {
  return (
    <header className={styles.head}>
      <div className={styles.inner}>
        <div className={styles.top}>
          <img className={styles.mark} src="/icon.svg" alt="" width="36" height="36" />
          <LanguageButtons />
        </div>
        <h1 className={styles.title}>{title}</h1>
        {children}
      </div>
    </header>
  );
}

function LanguageButtons() {
  const currentCode = useStore(shownLanguage);
  const [failed, setFailed] = useState(false);
  const choose = async (code: LanguageCode) => {
    setFailed(false);
    try {
      await chooseLanguage(code);
    } catch {
      setFailed(true);
    }
  };
  return (
    <div className={styles.languages}>
      <div className={styles.choices} role="group" aria-label={t('Language')}>
        {languageCodes().map((code) => (
          <button
            key={code}
            type="button"
            lang={languages[code].locale}
            className={styles.language}
            title={languages[code].name}
            aria-pressed={code === currentCode}
            onClick={() => void choose(code)}
          >
            {shortNames[code]}
          </button>
        ))}
      </div>
      <ErrorNote>{failed && t('The language could not be loaded. Check your connection and try again.')}</ErrorNote>
    </div>
  );
}
