import { useId, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { t } from '../../../lib/language/translate.ts';
import { isComposingKey } from '../../../lib/screen/keyboard.ts';
import { countText } from '../../../records/failure/failure-figures.ts';
import { ErrorNote } from '../../../ui/message/Notice.tsx';
import { isBlock } from '../draft/pasted-counts.ts';
import { maxCount, readCount } from '../draft/typed-count.ts';
import { countMarks, leaveCounts, moveFromCount } from './count-keys.ts';
import layout from '../../../ui/layout.module.css';
import surface from '../../../ui/surface.module.css';
import texts from '../../../ui/text.module.css';
import styles from './PostTools.module.css';

interface CountEditorProps {
  /** Such as "Entrance failures, Barrier Arm Jammed, P1 Main Gate, 2026". */
  label: string;
  post: string;
  /** Null while nothing is entered. */
  value: number | null;
  /** Null for an issue that is not stored yet. */
  saved: number | null;
  /** The cell that was pasted here; null for none. */
  written: string | null;
  /** Whether an emptied field is no count again; else it becomes 0 (`spec §5`). */
  mayBeEmpty: boolean;
  onChange: (count: number | null) => void;
  onPaste: (text: string) => void;
  /** Takes back the last paste; returns whether there was one. */
  onUndo: () => boolean;
}

/** A count to edit (`spec §2`, admin mode), in a sheet of counts; shows old and new value while unsaved. */
export function CountEditor(props: CountEditorProps) {
  const { label, post, value, saved, written, mayBeEmpty, onChange, onPaste, onUndo } = props;
  const id = useId();
  const { typed, setTyped, error, remark } = useTypedCount(value, written);
  const note = error ?? remark;
  // what Escape brings back
  const entered = useRef(value);
  const changed = value !== null && saved !== value;

  const change = (count: number | null) => {
    if (count !== value) onChange(count);
  };
  const put = (count: number | null) => {
    setTyped(null);
    change(count);
  };
  const step = (by: number) => put(Math.min(Math.max((value ?? 0) + by, 0), maxCount));
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
    if (altKey && (key === 'ArrowUp' || key === 'ArrowDown')) {
      event.preventDefault();
      step(key === 'ArrowUp' ? 1 : -1);
    } else if (key === 'Escape' && !isComposingKey(event.nativeEvent)) {
      event.preventDefault();
      if (typed === null && value === entered.current) leaveCounts(event.currentTarget);
      else put(entered.current);
    } else if ((ctrlKey || metaKey) && !shiftKey && key.toLowerCase() === 'z') {
      if (onUndo()) event.preventDefault();
    } else moveFromCount(event);
  };
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain');
    if (!isBlock(text)) return;
    event.preventDefault();
    setTyped(null);
    onPaste(text);
  };

  return (
    <div className={`${styles.editor} ${changed ? styles.changed : ''}`}>
      <div className={`${surface.framed} ${styles.frame}`}>
        <StepButton
          label={t('One fewer: {field}', { field: label })}
          disabled={value === null || value === 0}
          sign="−"
          onStep={() => step(-1)}
        />
        {/* not type=number, whose value changes under a scroll wheel, and is unreadable while incomplete */}
        <input
          type="text"
          inputMode="numeric"
          role="spinbutton"
          autoComplete="off"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={maxCount}
          {...(value === null ? { 'aria-valuetext': t('Nothing entered') } : { 'aria-valuenow': value })}
          {...{ [countMarks.field]: post }}
          value={typed ?? (value === null ? '' : String(value))}
          onChange={(event) => {
            const text = event.target.value;
            setTyped(text);
            // text that is no count brings back the count from before the typing
            change(mayBeEmpty && text.trim() === '' ? null : (readCount(text).count ?? entered.current));
          }}
          onKeyDown={onKeyDown}
          onPaste={paste}
          onFocus={() => {
            entered.current = value;
          }}
          // text that is no count stays in the field to be corrected, with the problem beside it
          onBlur={() => {
            if (error === null) setTyped(null);
          }}
          {...((changed || note) && { 'aria-describedby': `${changed ? id : ''} ${note ? `${id}-note` : ''}`.trim() })}
          {...(error !== null && { 'aria-invalid': true })}
        />
        <StepButton
          label={t('One more: {field}', { field: label })}
          disabled={value === maxCount}
          sign="+"
          onStep={() => step(1)}
        />
      </div>
      <ErrorNote id={`${id}-note`}>{error}</ErrorNote>
      {remark !== null && (
        <p
          id={`${id}-note`}
          // of a paste, one message tells that it was filled in
          {...(typed !== null && { role: 'status' })}
          className={`${texts.smallest} ${texts.medium} ${styles.mark}`}
        >
          {remark}
        </p>
      )}
      {changed && <CountBefore id={id} saved={saved} value={value} />}
    </div>
  );
}

/** What is typed in the field, and what is said beside it. @param written the cell that was pasted into it */
function useTypedCount(value: number | null, written: CountEditorProps['written']) {
  // the text while it is typed, which may be empty; a number is taken over at once, and formatted when the field loses the focus
  const [typed, setTyped] = useState<string | null>(null);
  const [pasted, setPasted] = useState(written);
  if (pasted !== written) {
    setPasted(written);
    setTyped(null);
  }
  // more than can be stored, where types were added together
  const isTooLarge = value !== null && value > maxCount;
  const read = readCount(typed ?? (isTooLarge ? String(value) : (written ?? '')));
  const { error } = read;
  // a pasted cell is over once its count is another
  const remark = typed === null && read.count !== value ? null : read.remark;
  return { typed, setTyped, error, remark };
}

interface StepButtonProps {
  label: string;
  disabled: boolean;
  sign: string;
  onStep: () => void;
}

/** No Tab stop: the keyboard has Alt and the arrows. */
function StepButton({ label, disabled, sign, onStep }: StepButtonProps) {
  return (
    <button type="button" tabIndex={-1} aria-label={label} disabled={disabled} onClick={onStep}>
      {sign}
    </button>
  );
}

/** The saved count, beside a changed one. */
function CountBefore({ id, saved, value }: { id: string; saved: number | null; value: number }) {
  return (
    <p id={id} className={`${texts.smallest} ${texts.medium} ${styles.mark}`}>
      {saved === null ? (
        t('New')
      ) : (
        <>
          <span className={layout.visuallyHidden}>
            {t('Not saved: was {before}, now {now}', { before: countText(saved), now: countText(value) })}
          </span>
          {/* what it is now is in the field; no arrow, which not every font has */}
          <span aria-hidden="true">{t('was {before}', { before: countText(saved) })}</span>
        </>
      )}
    </p>
  );
}
