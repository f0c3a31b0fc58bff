import type { JSX as React } from 'react';

/** The elements that may be written in JSX: those of React, but an `option` must have a `value`. */
export interface IntrinsicElements extends Omit<React.IntrinsicElements, 'option'> {
  /** Without a value, a form would use the text of the option, which a browser may have translated. */
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
