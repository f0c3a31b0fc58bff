import { colours } from '../../reports/engine/page-style.ts';

/** The inks of the drawings. */
export const inks = {
  ...colours,
  board: '#DCE9DF',
  boardEdge: '#5E8168',
  metal: '#DDE1E5',
  metalEdge: '#7E8A95',
  road: '#E4E2DC',
  green: '#1A8A4A',
  blue: '#2B62B8',
  red: '#C8321F',
  yellow: '#C99700',
  earth: '#4C8A1F',
  glass: '#E6F1F5',
  pale: '#F6F5F1',
} as const;
