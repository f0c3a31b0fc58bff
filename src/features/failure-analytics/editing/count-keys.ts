import type { KeyboardEvent } from 'react';
import { isComposingKey } from '../../../lib/screen/keyboard.ts';

/** Marks a count's field, the buttons of its row, and what follows the counts of a post. */
export const countMarks = { field: 'data-count', tool: 'data-count-tool', after: 'data-after-counts' } as const;

const fieldSelector = `input[${countMarks.field}]`;
const toolSelector = `button[${countMarks.tool}]`;

/** Entrance and exit, one after the other in the page. */
const columns = 2;

/**
 * Moves the focus from a count as in a spreadsheet, over the fields of all posts: Tab and arrows to the next, Enter down a column, Home and End in
 * the row, with Ctrl in the post. Between two counts is nothing else; Escape and the arrow to the right lead to the buttons. Returns whether it did.
 */
export function moveFromCount(event: KeyboardEvent<HTMLInputElement>): boolean {
  const { key, altKey, metaKey, ctrlKey, shiftKey, currentTarget: field } = event;
  if (altKey || metaKey || isComposingKey(event.nativeEvent)) return false;
  const fields = [...document.querySelectorAll<HTMLInputElement>(fieldSelector)];
  const postFields = fieldsOfPost(field);
  const index = fields.indexOf(field);
  const indexInPost = postFields.indexOf(field);
  const row = indexInPost - (indexInPost % columns);
  const ends: Record<string, HTMLElement | null | undefined> = ctrlKey
    ? { Home: postFields[0], End: postFields.at(-1) }
    : {
        Tab: unlessForm(field, fields[index + (shiftKey ? -1 : 1)]),
        ...(shiftKey
          ? { Enter: fields[index - columns] }
          : {
              // below the last row comes the next column
              Enter: postFields[indexInPost + columns] ?? (indexInPost === row ? postFields[1] : fields[index + 1]),
              ArrowUp: fields[index - columns],
              ArrowDown: fields[index + columns],
              ArrowLeft: isAtEdge(field, 'start') && indexInPost > row ? postFields[indexInPost - 1] : undefined,
              ArrowRight: isAtEdge(field, 'end')
                ? indexInPost === row
                  ? postFields[indexInPost + 1]
                  : toolsBeside(field)[0]
                : undefined,
              Home: postFields[row],
              End: postFields[row + columns - 1],
            }),
      };
  const target = ends[key];
  // these keys have another meaning in a text, or on the page, where there is nowhere to go
  const stays = target === undefined && /^(?:Arrow(?:Up|Down)|Enter|Home|End)$/u.test(key) && !ctrlKey;
  if (!target && !stays) return false;
  event.preventDefault();
  if (target) goTo(target);
  return true;
}

/** Moves the focus between the buttons beside the counts, which are no Tab stops, and back to the counts. */
export function moveFromTool({ key, currentTarget: tool }: KeyboardEvent<HTMLButtonElement>): boolean {
  const beside = toolsBeside(tool);
  const index = beside.indexOf(tool);
  const row = tool.closest('li');
  const ends: Record<string, HTMLElement | undefined> = {
    ArrowLeft: beside[index - 1] ?? [...(row?.querySelectorAll<HTMLElement>(fieldSelector) ?? [])].at(-1),
    ArrowRight: beside[index + 1],
    ArrowUp: toolsBeside(row?.previousElementSibling)[index],
    ArrowDown: toolsBeside(row?.nextElementSibling)[index],
  };
  const target = ends[key];
  if (target) goTo(target);
  return target !== undefined;
}

/** Leads out of the counts of a post, to the first button after them. */
export function leaveCounts(field: HTMLInputElement): void {
  field
    .closest('section')
    ?.querySelector<HTMLElement>(`[${countMarks.after}]`)
    ?.querySelector<HTMLElement>('input, button')
    ?.focus();
}

/** The first count in which something can be typed in the year, of one post or of all; undefined until it is rendered. */
export function firstCount(post: string | null): HTMLElement | undefined {
  const fields = document.querySelectorAll<HTMLElement>(fieldSelector);
  return [...fields].find((field) => post === null || field.getAttribute(countMarks.field) === post);
}

function fieldsOfPost(field: Element): HTMLInputElement[] {
  return [...(field.closest('section')?.querySelectorAll<HTMLInputElement>(fieldSelector) ?? [])];
}

/** The next field, unless a form is open between the two, which Tab must not pass over. */
function unlessForm(field: Element, next: HTMLElement | undefined): HTMLElement | undefined {
  const isBetween = (form: Element) => next && isBefore(field, form) !== isBefore(next, form);
  return [...document.querySelectorAll('section form')].some(isBetween) ? undefined : next;
}

function isBefore(a: Element, b: Element): boolean {
  return (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
}

function toolsBeside(element: Element | null | undefined): HTMLElement[] {
  return [...(element?.closest('li')?.querySelectorAll<HTMLElement>(toolSelector) ?? [])];
}

/** Whether an arrow would not move within the typed text. */
function isAtEdge({ selectionStart, selectionEnd, value }: HTMLInputElement, edge: 'start' | 'end'): boolean {
  if (selectionStart === 0 && selectionEnd === value.length) return true;
  return selectionStart === selectionEnd && selectionStart === (edge === 'start' ? 0 : value.length);
}

function goTo(target: HTMLElement): void {
  target.focus();
  if (target instanceof HTMLInputElement) target.select();
}
