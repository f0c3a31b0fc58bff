/** An object with a value for each of these names. Its type has the names, which that of `Object.fromEntries` would not have. */
export function recordOf<Shape>(
  names: readonly (keyof Shape & string)[],
  valueOf: <Name extends keyof Shape & string>(name: Name) => Shape[Name],
): Shape {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.fromEntries loses the names
  return Object.fromEntries<unknown>(names.map((name) => [name, valueOf(name)])) as Shape;
}
