import { message, type Message } from '../../lib/language/translate.ts';

/** The symptoms of a gate: the stored English name, and the message for the screens. */
export const symptoms: Readonly<Record<string, Message>> = {
  'Does not open': message('Does not open'),
  'Does not close': message('Does not close'),
  'Arm hit or broken': message('Arm hit or broken'),
  'Tag not read': message('Tag not read'),
  'Hits vehicles': message('Hits vehicles'),
  'No power': message('No power'),
};
