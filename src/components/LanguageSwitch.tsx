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

/**
 * The language whose button was pressed last. A change of language mounts the page again, and then this button gets the focus back, so the
 * value must outlive the component.
 */
let pressedLanguage: LanguageCode | null = null;

/**
 * Chooses the language of the page; each language is named in that language. A change mounts the page again, so the switch asks before
 * unsaved input is lost, like a link does.
 */
export function LanguageSwitch() {
  const currentLanguage = useStore(shownLanguage);
  const unsaved = useUnsaved();
  /** The language that waits for an answer to the question. */
  const [questionedLanguage, setQuestionedLanguage] = useState<LanguageCode | null>(null);
  const [focused] = useState(pressedLanguage);
  useEffect(() => {
    pressedLanguage = null;
  }, []);
  const choose = async (code: LanguageCode) => {
    // a press of the current language does not mount the page again (it only cancels a language that is loading), so no focus has to return
    pressedLanguage = code === currentLanguage ? null : code;
    try {
      await chooseLanguage(code);
    } catch (error) {
      pressedLanguage = null;
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
        chosen={currentLanguage}
        focused={focused}
        onChoose={(code) =>
          unsaved === null || code === currentLanguage ? void choose(code) : setQuestionedLanguage(code)
        }
      />
      {questionedLanguage && (
        <ConfirmDialog
          title={t('Change the language now?')}
          action={t('Change the language')}
          variant="secondary"
          cancel={t('Stay')}
          onConfirm={() => {
            setQuestionedLanguage(null);
            void choose(questionedLanguage);
          }}
          onClose={() => setQuestionedLanguage(null)}
        >
          <p>{unsaved}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
