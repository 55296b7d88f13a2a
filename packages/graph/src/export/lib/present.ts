export const presentLib = {
  path: 'lib/present.ts',
  text: `/** Without what holds nothing. */
export function present<T extends object>(values: T): Partial<T> {
  const held = Object.entries(values).filter(([, value]) => value !== null && value !== undefined)
  return Object.fromEntries(held) as Partial<T>
}
`,
}
