import { useEffect, useState } from 'react';
import { shownLanguage } from '../lib/language/choice.ts';
import { chooseLanguage } from '../lib/language/choose-language.ts';
import { languageCodes, languages, type LanguageCode } from '../lib/language/languages.ts';
import { t } from '../lib/language/translate.ts';
import { notify } from '../lib/notify.ts';
import { useStore } from '../lib/store.ts';
import { useUnsaved } from '../lib/unsaved.ts';
import { ConfirmDialog } from '../ui/message/ConfirmDialog.tsx';
import { Segments } from '../ui/Segments.tsx';

/** The language whose button was pressed: a change of language mounts the page anew, and the focus has to return to that button. */
let pressed: LanguageCode | null = null;

/**
 * Chooses the language of the page; each language is named in that language. The page is mounted anew, so the switch asks before unsaved input
 * would be lost, as a link does.
 */
export function LanguageSwitch() {
  const shown = useStore(shownLanguage);
  const unsaved = useUnsaved();
  const [asking, setAsking] = useState<LanguageCode | null>(null);
  const [focused] = useState(pressed);
  useEffect(() => {
    pressed = null;
  }, []);
  const choose = async (code: LanguageCode) => {
    // the shown language can be pressed too, for instance while another one is being loaded: nothing is mounted anew then, so no focus returns
    pressed = code === shown ? null : code;
    try {
      await chooseLanguage(code);
    } catch (error) {
      pressed = null;
      console.error(error);
      notify.error(t('The language could not be loaded. Check your connection and try again.'));
    }
  };
  return (
    <>
      <Segments
        label={t('Language')}
        choices={languageCodes().map((code) => ({
          value: code,
          label: languages[code].name,
          lang: languages[code].locale,
        }))}
        chosen={shown}
        focused={focused}
        onChoose={(code) => (unsaved === null || code === shown ? void choose(code) : setAsking(code))}
      />
      {asking && (
        <ConfirmDialog
          title={t('Change the language now?')}
          action={t('Change the language')}
          variant="secondary"
          cancel={t('Stay')}
          onConfirm={() => {
            setAsking(null);
            void choose(asking);
          }}
          onClose={() => setAsking(null)}
        >
          <p>{unsaved}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
