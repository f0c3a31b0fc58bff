import { withLineBreaks } from '../../lib/text-rules.ts';
import { emOf, type TextStyle } from '../engine/page-style.ts';
import { clustersOf, type Cluster, type LoadedFonts } from '../fonts/document-fonts.ts';

/** Printable text: composed characters, `\n` as the only line break, no control characters or direction marks. */
export function cleanText(text: string): string {
  return (
    withLineBreaks(text)
      .replaceAll('\t', '    ')
      .replaceAll(/[\u00A0\u2000-\u200A\u202F\u205F]/gu, ' ')
      // the two joiners stay: Tamil and emoji need them
      .replaceAll(/(?!\n)\p{Cc}|(?![\u200C\u200D])\p{Cf}/gu, '')
      // half of a surrogate pair
      .replaceAll(/\p{Surrogate}/gu, '?')
      .normalize('NFC')
  );
}

export function oneLine(text: string): string {
  return cleanText(text).replaceAll(/\s+/gu, ' ').trim();
}

const ideograph = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303F\uFF00-\uFFEF]/u;
const neverFirst = /^[\p{Pe}\p{Pf}、。，．：；！？…—·%,.!?:;ー々]/u;
const neverLast = /^[\p{Ps}\p{Pi}]/u;

const latinLetter = /^[A-Za-z]$/u;

function canBreak(before: Cluster, after: Cluster): boolean {
  if (before.text === ' ') return after.text !== ' ';
  // a shortcut for most pairs, as the checks below are slow
  if (latinLetter.test(before.text) && latinLetter.test(after.text)) return false;
  if (neverFirst.test(after.text) || neverLast.test(before.text)) return false;
  if (ideograph.test(before.text) || ideograph.test(after.text)) return true;
  return /^[-–—/]$/u.test(before.text) && /^\p{L}/u.test(after.text);
}

const textOf = (clusters: readonly Cluster[]) => clusters.map(({ text }) => text).join('');
const isSpace = (cluster: Cluster | undefined) => cluster?.text === ' ';

function wrapLine(clusters: readonly Cluster[], limit: number): string[] {
  const lines: string[] = [];
  let start = 0;
  let width = 0;
  let breakAt = 0;
  for (let at = 0; at < clusters.length; at += 1) {
    const cluster = clusters[at];
    const before = clusters[at - 1];
    if (!cluster) break;
    if (before && at > start && canBreak(before, cluster)) breakAt = at;
    width += cluster.width;
    // a trailing space may overhang, as it is not drawn
    if (width <= limit || isSpace(cluster) || at === start) continue;
    const end = breakAt > start ? breakAt : at;
    lines.push(textOf(clusters.slice(start, end)).trimEnd());
    start = end;
    width = clusters.slice(start, at + 1).reduce((sum, one) => sum + one.width, 0);
  }
  lines.push(textOf(clusters.slice(start)).trimEnd());
  return lines;
}

/** Lines up to `across` mm wide, broken at spaces, after hyphens and between Chinese characters; longer words are cut. */
export function wrapText(fonts: LoadedFonts, text: string, style: TextStyle, across: number): string[] {
  // rounding must not push the last character of an exact fit to a line of its own
  const limit = across / emOf(style) + 1e-6;
  return cleanText(text)
    .split('\n')
    .flatMap((line) => wrapLine(clustersOf(fonts, line.trimEnd(), style.bold ?? false), limit));
}

/** At most `across` mm wide, with an ellipsis where it was cut. */
export function fitText(fonts: LoadedFonts, text: string, style: TextStyle, across: number): string {
  const limit = across / emOf(style);
  const clusters = clustersOf(fonts, cleanText(text).replaceAll('\n', ' '), style.bold ?? false);
  if (clusters.reduce((sum, { width }) => sum + width, 0) <= limit + 1e-6) return textOf(clusters);
  const kept: Cluster[] = [];
  let room = limit - 0.9;
  for (const cluster of clusters) {
    room -= cluster.width;
    if (room < 0) break;
    kept.push(cluster);
  }
  return `${textOf(kept).trimEnd()}…`;
}
