import { message, type Message } from '../../lib/language/translate.ts';

/** What a gate does wrong, as it is stored, with its words. */
export const symptoms: Readonly<Record<string, Message>> = {
  'Does not open': message('Does not open'),
  'Does not close': message('Does not close'),
  'Arm hit or broken': message('Arm hit or broken'),
  'Tag not read': message('Tag not read'),
  'Hits vehicles': message('Hits vehicles'),
  'No power': message('No power'),
};
