import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { bringIntoView } from '../../lib/screen/viewport.ts';
import { useWhen } from '../../lib/screen/timing.ts';
import { begunWordsOf, bestFirst, foldedText, searchRemark, toSearched } from '../../lib/text-search.ts';
import { Field } from '../field/Field.tsx';
import type { Option } from '../field/SelectField.tsx';
import { Icon } from '../Icon.tsx';
import texts from '../text.module.css';
import fieldStyles from '../field/Field.module.css';
import layout from '../layout.module.css';
import surface from '../surface.module.css';
import styles from './ComboField.module.css';

/** An option; those of one `group` stand together under its name. */
export interface ComboOption extends Option {
  group?: string;
}

interface ComboFieldProps {
  label: string;
  name?: string;
  /** The value of an option; any other text means that none is chosen. */
  value: string;
  /** Labels must differ. An option of the value '' is chosen by emptying the field. */
  options: readonly ComboOption[];
  onChange: (value: string) => void;
  placeholder: string;
  required?: boolean;
  disabled?: boolean;
  /** Shows the options at once, in a dialog that asks for nothing else. */
  autoOpen?: boolean;
  /** Not announced by itself: choices are checked and announced together. */
  error?: ReactNode;
}

/** How many options are shown: nobody reads more, and typing narrows them down. */
const maxShown = 100;

/** A choice of many by typing parts of a name. What was typed but not chosen is discarded on blur. */
export function ComboField({
  label,
  value,
  options,
  onChange,
  placeholder,
  error,
  autoOpen = false,
  ...rest
}: ComboFieldProps) {
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  /** Null when nothing is being typed. */
  const [typed, setTyped] = useState<string | null>(null);
  const [open, setOpen] = useState(autoOpen);
  const [active, setActive] = useState(-1);
  const chosen = options.findIndex((option) => option.value === value);
  // no choice is an empty field, so that the first character begins a search
  const chosenLabel = value === '' ? '' : (options[chosen]?.label ?? '');
  const found = open ? matching(options, typed ?? '') : [];
  const shown = found.slice(0, Math.max(maxShown, active + 1));

  const show = (index: number) => {
    setOpen(true);
    setActive(index);
  };
  const leave = () => {
    setOpen(false);
    setTyped(null);
    setActive(-1);
  };
  const choose = (option: ComboOption | undefined) => {
    leave();
    if (option && option.value !== value) onChange(option.value);
  };

  // typing replaces the chosen label
  useWhen(chosenLabel, (text) => {
    const field = input.current;
    if (field?.value === text && document.activeElement === field) field.select();
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (way !== undefined) {
      event.preventDefault();
      const all = open ? found : options;
      const from = open ? active : chosen - (chosen < 0 ? 0 : way);
      show(all.length === 0 ? -1 : (from + way + all.length) % all.length);
    } else if (event.key === 'Enter' && open) {
      event.preventDefault();
      const option = found[active] ?? (typed?.trim() === '' ? typedOption(options, typed) : undefined);
      if (option !== undefined) choose(option);
    } else if (event.key === 'Escape' && open) {
      // keeps a surrounding dialog open
      event.stopPropagation();
      event.preventDefault();
      leave();
    }
  };

  return (
    <Field label={label} error={error ?? searchRemark(typed ?? '')} announced={false}>
      {(attributes) => (
        <>
          <input
            {...rest}
            {...attributes}
            ref={input}
            data-autofocus={autoOpen || undefined}
            className={`${attributes.className} ${styles.input} ${chosen < 0 ? '' : styles.all}`}
            role="combobox"
            aria-expanded={open}
            aria-controls={listId}
            aria-autocomplete="list"
            {...(open && active >= 0 && { 'aria-activedescendant': `${listId}-${active}` })}
            autoComplete="off"
            spellCheck={false}
            placeholder={placeholder}
            value={typed ?? chosenLabel}
            onFocus={(event) => event.currentTarget.select()}
            onClick={() => !open && show(chosen)}
            onChange={(event) => {
              setTyped(event.target.value);
              // Enter takes the first match
              show(event.target.value.trim() === '' ? -1 : 0);
            }}
            onKeyDown={onKeyDown}
            onBlur={() => choose(typedOption(options, typed))}
          />
          <span className={`${layout.centred} ${fieldStyles.chevron}`}>
            <Icon name="chevron-down" />
          </span>
          {open && (
            // keeps the focus in the field
            <div
              className={`${surface.framed} ${layout.unprinted} ${styles.list}`}
              onMouseDown={(event) => event.preventDefault()}
              role="presentation"
            >
              <div id={listId} className={styles.options} role="listbox" aria-label={label}>
                {optionGroups(shown).map(({ name: group, members }) => {
                  const items = members.map(({ option, index }) => (
                    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field handles the keys of its list
                    <div
                      key={option.value}
                      id={`${listId}-${index}`}
                      ref={index === active ? bringIntoView : null}
                      className={`${layout.target} ${texts.breaks} ${styles.option} ${index === active ? styles.active : ''}`}
                      role="option"
                      tabIndex={-1}
                      aria-selected={option.value === value}
                      onClick={() => choose(option)}
                    >
                      {option.label}
                    </div>
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
              {found.length > shown.length && (
                <p className={styles.more}>{`${found.length - shown.length} more: type a part of the name.`}</p>
              )}
              <p className={found.length === 0 ? styles.more : layout.spoken} role="status">
                {found.length === 0 ? `Nothing matches “${typed}”.` : `${found.length} to choose from`}
              </p>
            </div>
          )}
        </>
      )}
    </Field>
  );
}

/** The option that was typed in full, or for an emptied field the one that stands for no choice. */
function typedOption(options: readonly ComboOption[], typed: string | null): ComboOption | undefined {
  const text = typed?.trim().toLowerCase();
  return options.find(({ label, value }) => label.toLowerCase() === text || (text === '' && value === ''));
}

interface OptionGroup {
  name: string | undefined;
  members: { option: ComboOption; index: number }[];
}

/** Options under the names of their groups, each with its place among all. */
function optionGroups(options: readonly ComboOption[]): OptionGroup[] {
  const groups: OptionGroup[] = [];
  for (const [index, option] of options.entries()) {
    const last = groups.at(-1);
    if (last && last.name === option.group) last.members.push({ option, index });
    else groups.push({ name: option.group, members: [{ option, index }] });
  }
  return groups;
}

/**
 * Options with every typed word, first those that begin with what was typed, and of these the best. The groups keep their order, so
 * that each stands once.
 */
function matching(options: readonly ComboOption[], typed: string): ComboOption[] {
  const found = bestFirst(
    toSearched(options, ({ label }) => [label]),
    begunWordsOf(typed),
  );
  const begin = foldedText(typed).trim();
  const isFirst = ({ label }: Option) => foldedText(label).startsWith(begin);
  const groups = [...new Set(options.map(({ group }) => group))];
  const place = ({ group }: ComboOption) => groups.indexOf(group);
  return [...found.filter((option) => isFirst(option)), ...found.filter((option) => !isFirst(option))].toSorted(
    (a, b) => place(a) - place(b),
  );
}
