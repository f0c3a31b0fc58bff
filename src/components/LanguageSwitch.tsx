import { useEffect, useState } from 'react';
import { shownLanguage } from '../lib/language/choice.ts';
import { chooseLanguage } from '../lib/language/choose-language.ts';
import { languages, offeredLanguages, type LanguageCode } from '../lib/language/languages.ts';
import { t } from '../lib/language/translate.ts';
import { notify } from '../lib/notify.ts';
import { useStore } from '../lib/store.ts';
import { Segments } from '../ui/Segments.tsx';

/** The page is mounted anew in another language: the focus goes back to the button that was pressed. */
let pressed: LanguageCode | null = null;

/** Chooses the language of the page, in which each is named in itself; nothing where there is only one. */
export function LanguageSwitch() {
  const shown = useStore(shownLanguage);
  const [focused] = useState(pressed);
  useEffect(() => {
    pressed = null;
  }, []);
  const choose = async (code: LanguageCode) => {
    // the page stays as it is in its own language, also while another one is loaded
    pressed = code === shown ? null : code;
    try {
      await chooseLanguage(code);
    } catch (error) {
      pressed = null;
      console.error(error);
      notify.error(t('The language could not be loaded. Check your connection and try again.'));
    }
  };
  const offered = offeredLanguages();
  if (offered.length < 2) return null;
  return (
    <Segments
      label={t('Language')}
      choices={offered.map((code) => ({ value: code, label: languages[code].name, lang: languages[code].locale }))}
      chosen={shown}
      focused={focused}
      onChoose={(code) => void choose(code)}
    />
  );
}
