import { exceptions, type Exception } from './exceptions.ts';
import { browserName, browsers as allBrowsers, type Browser } from './supported.ts';

/** A place that needs a feature which a supported browser lacks. */
export interface Finding {
  /** The path from the root of the project, with the line if it is known, such as `src/lib/config.ts:11`. */
  place: string;
  /** Such as `URL.canParse`, `text-wrap` or `:has`. */
  feature: string;
  /** The browsers that lack it. */
  browsers: readonly Browser[];
}

const fileOf = (place: string) => place.replace(/:\d+$/u, '');

function covers(exception: Exception, { place, feature }: Finding): boolean {
  // an exception also covers the members of an object, and the values of a property
  const isSameFeature =
    feature === exception.feature ||
    (/^[.:]\s?/u.test(feature.slice(exception.feature.length)) && feature.startsWith(exception.feature));
  return isSameFeature && (exception.in === undefined || fileOf(place).startsWith(exception.in));
}

/** The problems, a line each: places that no exception covers, and exceptions that cover nothing. */
export function judge(findings: readonly Finding[], allowed: readonly Exception[] = exceptions): string[] {
  const uncovered = findings.filter((finding) => !allowed.some((exception) => covers(exception, finding)));
  const unusedExceptions = allowed.filter((exception) => !findings.some((finding) => covers(exception, finding)));
  return [
    ...new Set(uncovered.map(({ place, feature, browsers }) => `${place}: ${feature}${lackText(browsers)}`)),
    ...unusedExceptions.map(
      ({ feature, in: place = 'everywhere' }) => `the exception for ${feature} (${place}) covers nothing: take it out`,
    ),
  ];
}

/** The browsers that lack the feature, in words; empty for a type error that no missing API explains. */
function lackText(browsers: readonly Browser[]): string {
  const names = allBrowsers.filter((browser) => browsers.includes(browser)).map(browserName);
  return names.length > 0 ? ` is missing in ${names.join(', ')}` : '';
}
