import { exceptions, type Exception } from './exceptions.ts';
import { browserName, browsers as all, type Browser } from './supported.ts';

/** A place that needs what a supported browser lacks. */
export interface Finding {
  /** Relative to the project, with its line where there is one, as `src/lib/config.ts:11`. */
  place: string;
  /** As `URL.canParse`, `text-wrap` or `:has`. */
  feature: string;
  browsers: readonly Browser[];
}

const fileOf = (place: string) => place.replace(/:\d+$/u, '');

function covers(exception: Exception, { place, feature }: Finding): boolean {
  const isOf =
    feature === exception.feature ||
    (/^[.:]\s?/u.test(feature.slice(exception.feature.length)) && feature.startsWith(exception.feature));
  return isOf && (exception.in === undefined || fileOf(place).startsWith(exception.in));
}

/** What is wrong, a line each: places that no exception covers, and exceptions that cover nothing. */
export function judge(findings: readonly Finding[], allowed: readonly Exception[] = exceptions): string[] {
  const uncovered = findings.filter((finding) => !allowed.some((exception) => covers(exception, finding)));
  const needless = allowed.filter((exception) => !findings.some((finding) => covers(exception, finding)));
  return [
    ...new Set(uncovered.map(({ place, feature, browsers }) => `${place}: ${feature}${lackText(browsers)}`)),
    ...needless.map(
      ({ feature, in: place = 'everywhere' }) => `the exception for ${feature} (${place}) covers nothing: take it out`,
    ),
  ];
}

/** Nothing for a mistake in the types that no missing API explains. */
function lackText(browsers: readonly Browser[]): string {
  const names = all.filter((browser) => browsers.includes(browser)).map(browserName);
  return names.length > 0 ? ` is missing in ${names.join(', ')}` : '';
}
