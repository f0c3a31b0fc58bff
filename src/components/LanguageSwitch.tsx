import { useState } from 'react';
import { chooseLanguage, shownLanguage } from '../lib/language/choice.ts';
import { languages, type LanguageCode } from '../lib/language/languages.ts';
import { t } from '../lib/language/translate.ts';
import { notify } from '../lib/notify.ts';
import { useStore } from '../lib/store.ts';
import { Segments } from '../ui/Segments.tsx';

const choices = Object.entries(languages).map(([code, { name, locale }]) => ({
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the list
  value: code as LanguageCode,
  label: name,
  lang: locale,
}));

/** The page is mounted anew in another language: the focus goes back to the button that was pressed. */
let pressed: LanguageCode | null = null;

/** Chooses the language of the page, in which each is named in itself. */
export function LanguageSwitch() {
  const shown = useStore(shownLanguage);
  const [focused] = useState(pressed);
  const choose = async (code: LanguageCode) => {
    pressed = code;
    try {
      await chooseLanguage(code);
    } catch (error) {
      console.error(error);
      notify.error(t('The language could not be loaded. Check your connection and try again.'));
    }
    pressed = null;
  };
  return (
    <Segments
      label={t('Language')}
      choices={choices}
      chosen={shown}
      focused={focused}
      onChoose={(code) => void choose(code)}
    />
  );
}
