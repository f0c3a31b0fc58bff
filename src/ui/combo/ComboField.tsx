import {
  memo,
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { t } from '../../lib/language/translate.ts';
import { isComposingKey } from '../../lib/screen/keyboard.ts';
import { useWhen } from '../../lib/screen/timing.ts';
import { bringIntoView, fitAboveKeyboard } from '../../lib/screen/viewport.ts';
import { prefixWordsOf, bestFirst, foldedText, searchRemark, toSearchable } from '../../lib/text-search.ts';
import { Field } from '../field/Field.tsx';
import type { Option } from '../field/SelectField.tsx';
import { Icon } from '../Icon.tsx';
import fieldStyles from '../field/Field.module.css';
import layout from '../layout.module.css';
import surface from '../surface.module.css';
import texts from '../text.module.css';
import styles from './ComboField.module.css';

export interface ComboOption extends Option {
  /** The content of the option in the list, if the label alone does not say enough. */
  shown?: ReactNode;
  /** The name of a group. Options of the same group must follow one another; the list shows the name above them. */
  group?: string;
}

/** The result of a search among the options. */
export interface FoundOptions {
  /** The best match comes first. */
  options: readonly ComboOption[];
  /** A note above the options that they only resemble the typed text. With a note, Enter chooses no option unless a person has marked it. */
  note?: ReactNode;
}

interface ComboFieldProps {
  label: string;
  name?: string;
  /** The value of the chosen option. A value that no option has means that none is chosen. */
  value: string;
  /** The values must differ. An option with the value '' is chosen when the field is emptied. */
  options: readonly ComboOption[];
  /** Finds the options to offer for the typed text. For an empty text it must return all options in their order. */
  search?: ((typed: string) => FoundOptions) | undefined;
  onChange: (value: string) => void;
  placeholder?: string;
  /** What the options are, for the sentence that there is none. */
  noun?: 'option' | 'site' | 'client';
  required?: boolean;
  disabled?: boolean;
  /** Whether the list is open on mount, for a dialog that asks for nothing else. */
  autoOpen?: boolean;
  'aria-busy'?: boolean;
  inputRef?: RefObject<HTMLInputElement | null>;
  /** The field does not announce it, because the form checks all choices together and announces the problems. */
  error?: ReactNode;
}

const noOptions: FoundOptions = { options: [] };

/** How many options the list shows. Nobody reads more, and typing reduces them. */
const maxShown = 50;

/**
 * Up to this many options, a phone shows the list without its keyboard, which would cover the list. While the options load their number is
 * unknown, so the keyboard is shown: it could otherwise not appear before the field has the focus again.
 */
const maxWithoutKeyboard = 7;

/** How many options Page Up and Page Down move by. */
const pageSize = 8;

/** The index that a key moves to in an open list. `from` is the index of the marked option, or -1; `last` is the last index. */
export const listSteps: Readonly<Record<string, (from: number, last: number) => number>> = {
  ArrowDown: (from, last) => (from === last ? 0 : from + 1),
  ArrowUp: (from, last) => (from <= 0 ? last : from - 1),
  PageDown: (from, last) => Math.min(last, Math.max(0, from) + pageSize),
  PageUp: (from) => Math.max(0, from - pageSize),
  Home: () => 0,
  End: (_, last) => last,
};

/** The state of the field: the typed text, the options that are offered for it, and which of them is marked (`active`). */
function useCombo({
  value,
  options,
  search,
  onChange,
  autoOpen = false,
}: Pick<ComboFieldProps, 'value' | 'options' | 'search' | 'onChange' | 'autoOpen'>) {
  /** Null when nothing is being typed. */
  const [typed, setTyped] = useState<string | null>(null);
  const [open, setOpen] = useState(autoOpen);
  const [active, setActive] = useState(-1);
  const chosen = options.findIndex((option) => option.value === value);
  // without a choice the field is empty, so that the first typed character begins a search
  const chosenLabel = value === '' ? '' : (options[chosen]?.label ?? '');
  const find = useMemo(
    () => search ?? ((text: string): FoundOptions => ({ options: matching(options, text) })),
    [search, options],
  );
  const { options: foundOptions, note } = useMemo(() => (open ? find(typed ?? '') : noOptions), [open, find, typed]);
  const shownOptions = foundOptions.slice(0, Math.max(maxShown, active + 1));

  const show = (index: number) => {
    setOpen(true);
    setActive(index);
  };
  const closeList = () => {
    setOpen(false);
    setTyped(null);
    setActive(-1);
  };
  const choose = (option: ComboOption | undefined) => {
    closeList();
    if (option && option.value !== value) onChange(option.value);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    // while a Chinese word is being composed, Enter only completes the word
    if (isComposingKey(event.nativeEvent)) return;
    const { key, altKey } = event;
    const step = event.ctrlKey || event.metaKey || event.shiftKey ? undefined : listSteps[key];
    if (open && key === 'ArrowUp' && altKey) closeList();
    else if (step && open) show(foundOptions.length === 0 ? -1 : step(active, foundOptions.length - 1));
    else if (step && key.startsWith('Arrow')) show(chosen >= 0 ? chosen : step(-1, options.length - 1));
    else if (open && key === 'Enter') {
      // in an emptied field, Enter chooses the option with the value ''
      const option = foundOptions[active] ?? (typed?.trim() === '' ? typedOption(options, typed) : undefined);
      if (option !== undefined) choose(option);
    } else if (open && key === 'Escape') {
      // Escape closes only the list, and not a surrounding dialog
      event.stopPropagation();
      closeList();
    } else return;
    event.preventDefault();
  };

  const type = (text: string) => {
    setTyped(text);
    // the first match is marked, so that Enter chooses it, but not if the options only resemble the typed text
    show(text.trim() === '' || find(text).note !== undefined ? -1 : 0);
  };

  return { typed, open, active, chosen, chosenLabel, foundOptions, note, shownOptions, show, choose, type, onKeyDown };
}

/**
 * A combo box: a person finds an option among many by typing parts of its name. Enter chooses the marked option, which is the best match at
 * first. A typed text that is no choice is discarded on blur and by Escape.
 */
export function ComboField({
  label,
  value,
  options,
  search,
  onChange,
  placeholder,
  noun = 'option',
  inputRef,
  error,
  autoOpen = false,
  ...rest
}: ComboFieldProps) {
  const listId = useId();
  const ownRef = useRef<HTMLInputElement>(null);
  const input = inputRef ?? ownRef;
  const { typed, open, active, chosen, chosenLabel, foundOptions, note, shownOptions, show, choose, type, onKeyDown } =
    useCombo({
      value,
      options,
      search,
      onChange,
      autoOpen,
    });

  // the label of a new choice is selected, so that typing replaces it
  useWhen(chosenLabel, (text) => {
    const field = input.current;
    if (field?.value === text && document.activeElement === field) field.select();
  });

  return (
    <Field label={label} error={error ?? searchRemark(typed ?? '')} announced={false}>
      {(attributes) => (
        <>
          <input
            {...rest}
            {...attributes}
            ref={input}
            placeholder={value === '' && chosen >= 0 ? options[chosen]?.label : placeholder}
            data-autofocus={autoOpen || undefined}
            className={`${attributes.className} ${styles.input} ${chosen < 0 ? '' : styles.all}`}
            role="combobox"
            aria-expanded={open}
            aria-controls={listId}
            aria-autocomplete="list"
            {...(foundOptions[active] !== undefined && { 'aria-activedescendant': `${listId}-${active}` })}
            autoComplete="off"
            spellCheck={false}
            {...(options.length <= maxWithoutKeyboard && !rest['aria-busy'] && { inputMode: 'none' })}
            value={typed ?? chosenLabel}
            onFocus={(event) => event.currentTarget.select()}
            onMouseDown={({ currentTarget: field }) => {
              // browsers place the caret in selected text only after the click event, which would undo the selection of onClick
              if (!open && field === document.activeElement) field.setSelectionRange(0, 0);
            }}
            onClick={(event) => {
              if (open) return;
              // the press has placed the caret in the label, and typing would add to it
              event.currentTarget.select();
              show(chosen);
            }}
            onChange={(event) => type(event.target.value)}
            onKeyDown={onKeyDown}
            onBlur={() => choose(typedOption(options, typed))}
          />
          <span className={`${layout.centred} ${fieldStyles.chevron}`}>
            <Icon name="chevron-down" />
          </span>
          {open && (
            <ComboList
              id={listId}
              label={label}
              note={note}
              options={shownOptions}
              count={foundOptions.length}
              active={active}
              value={value}
              onChoose={(index) => choose(foundOptions[index])}
            >
              {rest['aria-busy'] ? t('Loading…') : noneText(noun, typed)}
            </ComboList>
          )}
        </>
      )}
    </Field>
  );
}

interface ComboListProps {
  /** The id of the list; the ids of its options are derived from it. */
  id: string;
  label: string;
  note: ReactNode;
  /** The options that are shown. */
  options: readonly ComboOption[];
  /** How many options were found, including those that are not shown. */
  count: number;
  active: number;
  value: string;
  onChoose: (index: number) => void;
  /** The text if there is no option. */
  children: string;
}

/** The open list, with the note above it and the count below it. */
function ComboList({ id, label, note, options, count, active, value, onChoose, children }: ComboListProps) {
  const press = (event: MouseEvent<HTMLElement>) => {
    const item = event.target instanceof Element ? event.target.closest('[role=option]') : null;
    if (item) onChoose(Array.from(event.currentTarget.querySelectorAll('[role=option]')).indexOf(item));
  };
  return (
    // preventing the default of mousedown leaves the focus in the field
    <div
      ref={fitAboveKeyboard}
      className={`${surface.framed} ${layout.unprinted} ${styles.list}`}
      onMouseDown={(event) => event.preventDefault()}
      role="presentation"
    >
      {note !== undefined && <div className={styles.more}>{note}</div>}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field handles the keys of its list */}
      <div id={id} className={styles.options} role="listbox" tabIndex={-1} aria-label={label} onClick={press}>
        {optionGroups(options).map(({ name: group, members }) => {
          const items = members.map(({ option, index }) => (
            <ComboItem
              key={option.value}
              id={`${id}-${index}`}
              option={option}
              isActive={index === active}
              isChosen={option.value === value}
            />
          ));
          if (group === undefined) return items;
          return (
            <div key={group} role="group" aria-label={group}>
              <p className={`${texts.label} ${styles.group}`} aria-hidden="true">
                {group}
              </p>
              {items}
            </div>
          );
        })}
      </div>
      {count > options.length && (
        <p className={styles.more}>{t('{count} more: type a part of the name.', { count: count - options.length })}</p>
      )}
      <p className={count === 0 ? styles.more : layout.visuallyHidden} role="status">
        {count > 0 ? t('{count} to choose from', { count }) : children}
      </p>
    </div>
  );
}

function noneText(noun: NonNullable<ComboFieldProps['noun']>, typed: string | null): string {
  return typed
    ? t(
        '{noun, select, site {No site matches “{typed}”.} client {No client matches “{typed}”.} other {No option matches “{typed}”.}}',
        { noun, typed },
      )
    : t(
        '{noun, select, site {There is no site to choose.} client {There is no client to choose.} other {There is no option to choose.}}',
        { noun },
      );
}

/** The option whose label was typed in full, or for an empty text the option with the value ''. Undefined if there is none. */
function typedOption(options: readonly ComboOption[], typed: string | null): ComboOption | undefined {
  if (typed === null) return undefined;
  const text = foldedText(typed.trim());
  return options.find(({ label, value }) => foldedText(label) === text || (text === '' && value === ''));
}

interface OptionGroup {
  name: string | undefined;
  members: { option: ComboOption; index: number }[];
}

/** Divides options into groups of neighbours with the same group name. Each has its index in the whole list. */
function optionGroups(options: readonly ComboOption[]): OptionGroup[] {
  const groups: OptionGroup[] = [];
  for (const [index, option] of options.entries()) {
    const last = groups.at(-1);
    if (last && last.name === option.group) last.members.push({ option, index });
    else groups.push({ name: option.group, members: [{ option, index }] });
  }
  return groups;
}

interface ComboItemProps {
  id: string;
  option: ComboOption;
  isActive: boolean;
  isChosen: boolean;
}

/** An option in the list. It is memoised, because an arrow key changes only two of many. */
const ComboItem = memo(function ComboItem({ id, option, isActive, isChosen }: ComboItemProps) {
  return (
    <div
      id={id}
      ref={isActive ? bringIntoView : null}
      className={`${layout.target} ${texts.breaks} ${styles.option} ${isActive ? styles.active : ''}`}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
    >
      {option.shown ?? option.label}
    </div>
  );
});

/**
 * The options that contain every typed word. Labels that begin with the typed text come first, then the better matches. The order of the
 * groups does not change, so that each group name is shown once.
 */
function matching(options: readonly ComboOption[], typed: string): ComboOption[] {
  const foundOptions = bestFirst(
    toSearchable(options, ({ label }) => [label]),
    prefixWordsOf(typed),
  );
  const groups = [...new Set(options.map(({ group }) => group))];
  const groupIndex = ({ group }: ComboOption) => groups.indexOf(group);
  return prefixMatchesFirst(foundOptions, typed).toSorted((a, b) => groupIndex(a) - groupIndex(b));
}

/** Moves the options whose label begins with the typed text to the front. */
export function prefixMatchesFirst(foundOptions: readonly ComboOption[], typed: string): ComboOption[] {
  const prefix = foldedText(typed).trim();
  const isFirst = ({ label }: ComboOption) => foldedText(label).startsWith(prefix);
  return [...foundOptions.filter((option) => isFirst(option)), ...foundOptions.filter((option) => !isFirst(option))];
}
