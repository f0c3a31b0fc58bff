import type { KeyboardEvent } from 'react';
import { isComposingKey } from '../../../lib/screen/keyboard.ts';

/** Attributes that mark the field of a count, the buttons of its row, and the tools after the counts of a post. */
export const countAttributes = { field: 'data-count', tool: 'data-count-tool', after: 'data-after-counts' } as const;

const fieldSelector = `input[${countAttributes.field}]`;
const toolSelector = `button[${countAttributes.tool}]`;

/** The fields of a row, in their order on the page: entrance and exit. */
const columns = 2;

/**
 * Moves the focus from a count as in a spreadsheet, over the fields of all posts. Tab and the arrow keys move to the next field, Enter moves
 * down the column. Home and End move in the row, or with Ctrl in the post. From the last field of a row, the right arrow moves to its buttons.
 * @returns whether the key was handled
 */
export function moveFromCount(event: KeyboardEvent<HTMLInputElement>): boolean {
  const { key, altKey, metaKey, ctrlKey, shiftKey, currentTarget: field } = event;
  if (altKey || metaKey || isComposingKey(event.nativeEvent)) return false;
  const fields = [...document.querySelectorAll<HTMLInputElement>(fieldSelector)];
  const postFields = fieldsOfPost(field);
  const index = fields.indexOf(field);
  const indexInPost = postFields.indexOf(field);
  const row = indexInPost - (indexInPost % columns);
  const targets: Record<string, HTMLElement | null | undefined> = ctrlKey
    ? { Home: postFields[0], End: postFields.at(-1) }
    : {
        Tab: unlessForm(field, fields[index + (shiftKey ? -1 : 1)]),
        ...(shiftKey
          ? { Enter: fields[index - columns] }
          : {
              // after the last row follows the second column of the post, and then the next post
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
  const target = targets[key];
  // without a target these keys do nothing, instead of what they do in a text field, in a form or on the page
  const stays = target === undefined && /^(?:Arrow(?:Up|Down)|Enter|Home|End)$/u.test(key) && !ctrlKey;
  if (!target && !stays) return false;
  event.preventDefault();
  if (target) goTo(target);
  return true;
}

/** Moves the focus between the buttons beside the counts, which are no Tab stops, and back to the counts. Returns whether it moved. */
export function moveFromTool({ key, currentTarget: tool }: KeyboardEvent<HTMLButtonElement>): boolean {
  const rowTools = toolsBeside(tool);
  const index = rowTools.indexOf(tool);
  const row = tool.closest('li');
  const targets: Record<string, HTMLElement | undefined> = {
    ArrowLeft: rowTools[index - 1] ?? [...(row?.querySelectorAll<HTMLElement>(fieldSelector) ?? [])].at(-1),
    ArrowRight: rowTools[index + 1],
    ArrowUp: toolsBeside(row?.previousElementSibling)[index],
    ArrowDown: toolsBeside(row?.nextElementSibling)[index],
  };
  const target = targets[key];
  if (target) goTo(target);
  return target !== undefined;
}

/** Moves the focus from the counts of a post to the first button or input after them. */
export function leaveCounts(field: HTMLInputElement): void {
  field
    .closest('section')
    ?.querySelector<HTMLElement>(`[${countAttributes.after}]`)
    ?.querySelector<HTMLElement>('input, button')
    ?.focus();
}

/** The first field of a count, of one post or (null) of the page; undefined until it is rendered. */
export function firstCount(post: string | null): HTMLElement | undefined {
  const fields = document.querySelectorAll<HTMLElement>(fieldSelector);
  return [...fields].find((field) => post === null || field.getAttribute(countAttributes.field) === post);
}

function fieldsOfPost(field: Element): HTMLInputElement[] {
  return [...(field.closest('section')?.querySelectorAll<HTMLInputElement>(fieldSelector) ?? [])];
}

/** The next field; undefined if a form is open between the two fields, because Tab must move into it. */
function unlessForm(field: Element, next: HTMLElement | undefined): HTMLElement | undefined {
  const isBetween = (form: Element) => next && isBefore(field, form) !== isBefore(next, form);
  return [...document.querySelectorAll('section form')].some(isBetween) ? undefined : next;
}

function isBefore(a: Element, b: Element): boolean {
  return (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
}

/** The buttons in the row of an element. */
function toolsBeside(element: Element | null | undefined): HTMLElement[] {
  return [...(element?.closest('li')?.querySelectorAll<HTMLElement>(toolSelector) ?? [])];
}

/** Whether an arrow key would not move the caret: it is at this edge of the text, or the whole text is selected. */
function isAtEdge({ selectionStart, selectionEnd, value }: HTMLInputElement, edge: 'start' | 'end'): boolean {
  if (selectionStart === 0 && selectionEnd === value.length) return true;
  return selectionStart === selectionEnd && selectionStart === (edge === 'start' ? 0 : value.length);
}

function goTo(target: HTMLElement): void {
  target.focus();
  if (target instanceof HTMLInputElement) target.select();
}
