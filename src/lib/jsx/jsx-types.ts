import type { JSX as React } from 'react';

/** What may be written as JSX: all that React takes, but no option without its value. */
export interface IntrinsicElements extends Omit<React.IntrinsicElements, 'option'> {
  /** Without a value it would send its text, in the language of a translation too. */
  option: React.IntrinsicElements['option'] & { value: string | number };
}

export type Element = React.Element;
export type ElementType = React.ElementType;
export type ElementClass = React.ElementClass;
export type ElementAttributesProperty = React.ElementAttributesProperty;
export type ElementChildrenAttribute = React.ElementChildrenAttribute;
export type LibraryManagedAttributes<Component, Props> = React.LibraryManagedAttributes<Component, Props>;
export type IntrinsicAttributes = React.IntrinsicAttributes;
export type IntrinsicClassAttributes<Type> = React.IntrinsicClassAttributes<Type>;
