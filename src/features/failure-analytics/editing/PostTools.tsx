import { useRef, useState, type KeyboardEvent, type SyntheticEvent, type Ref } from 'react';
import { message, said, t } from '../../../lib/language/translate.ts';
import { isComposingKey, useFocusAfter } from '../../../lib/screen/keyboard.ts';
import { checkIssueType, type FailureEntry, type Side, typeLabel } from '../../../records/failure/failure-record.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/field/TextField.tsx';
import { readCount } from '../draft/typed-count.ts';
import type { FailureEditing } from '../draft/use-failure-draft.ts';
import { countAttributes, moveFromTool } from './count-keys.ts';
import { focusKey, PostNameButton, useTypedName } from './PostNameButton.tsx';
import { postsByType, SameNameHint, type PostsByType } from './SameNameHint.tsx';
import layout from '../../../ui/layout.module.css';
import surface from '../../../ui/surface.module.css';
import texts from '../../../ui/text.module.css';
import styles from './PostTools.module.css';

interface PostToolsProps {
  editing: FailureEditing;
  post: string;
  year: number;
  /** Whether the form for a new issue is open; the page opens it for one post at a time (`spec §4`). */
  adding: boolean;
  onAdding: (open: boolean) => void;
  onRename: (to: string) => Promise<string | null>;
  onRemove: () => void;
}

/** The tools below a post in admin mode: they add an issue, and rename and remove the post. */
export function PostTools({ editing, post, year, adding, onAdding, onRename, onRemove }: PostToolsProps) {
  const container = useRef<HTMLDivElement>(null);
  const focusAfter = useFocusAfter();
  // when another post's form opens, this one closes without this call, so it does not take the focus away from there
  const showForm = (isOpen: boolean) => {
    onAdding(isOpen);
    focusAfter(() => container.current?.querySelector(isOpen ? 'input' : 'button'));
  };
  return (
    // from a count, `leaveCounts` moves the focus to the first input or button in here
    <div className={styles.tools} {...{ [countAttributes.after]: '' }}>
      <div ref={container}>
        {adding ? (
          <AddIssueForm
            post={post}
            year={year}
            existing={postsByType(editing.posts, post)}
            onCancel={() => showForm(false)}
            onAdd={(entry) => {
              editing.addIssue(post, entry);
              showForm(false);
            }}
          />
        ) : (
          <Button onClick={() => showForm(true)}>{t('Add New Issue')}</Button>
        )}
      </div>
      <div className={`${layout.unprinted} ${styles.naming}`}>
        {!editing.saved.has(post) && (
          <p className={`${texts.smallest} ${texts.medium} ${texts.breaks} ${styles.postMark}`}>{t('New')}</p>
        )}
        <PostNameButton
          variant="ghost"
          data-focus={focusKey('rename-post', post)}
          aria-label={t('Rename post: {post}', { post })}
          title={t('Rename {post}', { post })}
          name={post}
          takenNames={new Set([...editing.posts.keys()].filter((name) => name !== post))}
          action={t('Rename')}
          onNamed={(name) => (name === post ? null : onRename(name))}
        >
          {t('Rename post')}
        </PostNameButton>
        <Button
          variant="ghost"
          data-focus={focusKey('remove-post', post)}
          aria-label={t('Remove post: {post}', { post })}
          onClick={onRemove}
        >
          {t('Remove post')}
        </Button>
      </div>
    </div>
  );
}

interface AddIssueFormProps {
  post: string;
  year: number;
  /** The types of the site with the posts that have them; the types of this post come first. */
  existing: PostsByType;
  onAdd: (entry: FailureEntry) => void;
  onCancel: () => void;
}

/** Asks for the type of an issue, which may be empty (`spec §5`), and its counts in the year. */
function AddIssueForm({ post, year, existing, onAdd, onCancel }: AddIssueFormProps) {
  const { typed: type, refuse, take, field } = useTypedName();
  const [countTexts, setCountTexts] = useState<Record<Side, string>>({ entrance: '0', exit: '0' });
  const countFields = useRef<Record<Side, HTMLInputElement | null>>({ entrance: null, exit: null });

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const problem = checkIssueType(type);
    refuse(problem);
    if (problem !== null) return;
    const [entrance, exit] = [readCount(countTexts.entrance).count, readCount(countTexts.exit).count];
    // an invalid count already has its error beside the field, which only needs the focus
    if (entrance === null || exit === null) countFields.current[entrance === null ? 'entrance' : 'exit']?.focus();
    else onAdd({ type, entrance, exit, year });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // while an input method composes a text, Escape belongs to it
    if (event.key !== 'Escape' || isComposingKey(event.nativeEvent)) return;
    event.preventDefault();
    onCancel();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape bubbles up from every field
    <form
      className={`${surface.framed} ${layout.unprinted} ${styles.form}`}
      aria-label={t('Add an issue of {year} to {post}', { year, post })}
      noValidate
      onSubmit={submit}
      onKeyDown={onKeyDown}
    >
      <p className={`${texts.note} ${layout.wide}`}>{t('Counts of {year}', { year })}</p>
      <div className={`${layout.gap1} ${styles.type}`}>
        <TextField
          label={t('Issue Type')}
          placeholder={t('e.g. Barrier Arm Jammed')}
          suggestions={[...existing.keys()]}
          suggestionLabel={typeLabel}
          {...field}
        />
        <SameNameHint typed={type} existing={existing} onUse={take} />
      </div>
      {(['entrance', 'exit'] as const).map((side) => (
        <CountField
          key={side}
          label={side === 'entrance' ? t('Entrance') : t('Exit')}
          inputRef={(input) => {
            countFields.current[side] = input;
          }}
          value={countTexts[side]}
          onChange={(text) => setCountTexts((current) => ({ ...current, [side]: text }))}
        />
      ))}
      <div className={`${layout.wrap} ${styles.buttons}`}>
        <Button onClick={onCancel}>{t('Cancel')}</Button>
        <Button type="submit" variant="primary">
          {t('Add Issue')}
        </Button>
      </div>
    </form>
  );
}

interface CountFieldProps {
  label: string;
  value: string;
  inputRef: Ref<HTMLInputElement>;
  onChange: (text: string) => void;
}

function CountField({ label, value, inputRef, onChange }: CountFieldProps) {
  const { error, remark } = readCount(value);
  return (
    <TextField
      label={label}
      inputMode="numeric"
      // without a size the browser would make the field at least 20 characters wide
      size={6}
      autoComplete="off"
      inputRef={inputRef}
      value={value}
      onChange={onChange}
      error={error}
      {...(remark !== null && { hint: remark })}
      onFocus={(event) => event.target.select()}
      onBlur={() => {
        if (value.trim() === '') onChange('0');
      }}
    />
  );
}

// For each type of the post

interface TypeToolsProps {
  post: string;
  type: string;
  onAsk: (action: 'rename' | 'remove') => void;
}

const actions = [
  { action: 'rename', label: message('Rename') },
  { action: 'remove', label: message('Remove') },
] as const;

/** The buttons that rename and remove a type of a post, beside its counts. The arrow keys move to them, because Tab moves from count to count. */
export function TypeTools({ post, type, onAsk }: TypeToolsProps) {
  const name = typeLabel(type);
  return (
    <div className={`${layout.gap1} ${layout.unprinted} ${styles.typeTools}`}>
      <div className={styles.actions}>
        {actions.map(({ action, label }) => (
          <Button
            key={action}
            variant="ghost"
            className={styles.button}
            tabIndex={-1}
            {...{ [countAttributes.tool]: action }}
            onKeyDown={(event) => {
              if (moveFromTool(event)) event.preventDefault();
            }}
            {...(action === 'rename' && { 'data-focus': focusKey('rename-type', post, name) })}
            aria-label={t('{action, select, rename {Rename {type}, {post}} other {Remove {type}, {post}}}', {
              action,
              type: name,
              post,
            })}
            onClick={() => onAsk(action)}
          >
            {said(label)}
          </Button>
        ))}
      </div>
    </div>
  );
}
