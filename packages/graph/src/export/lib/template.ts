export const templateLib = {
  path: 'lib/template.ts',
  text: `import { plain } from './scope.ts'

/** A value inside a text: lists and objects as JSON, what is missing as nothing. */
export function asText(value: unknown): string {
  const data = plain(value)
  if (data === null) return ''
  return typeof data === 'object' ? JSON.stringify(data) : String(data)
}

/** A dotted path, in the first of the places that has its head. */
export function look(path: string, ...places: unknown[]): unknown {
  const [head = '', ...rest] = path.split('.')
  const place = places.find((value) => typeof value === 'object' && memberOf(value, head) !== undefined)
  return rest.reduce((value, key) => memberOf(plain(value), key), memberOf(place, head))
}

function memberOf(value: unknown, key: string): unknown {
  if (value === null || value === undefined || !Object.hasOwn(Object(value), key)) return undefined
  return (value as Record<string, unknown>)[key]
}

/** A section: once for each element, once for anything else that is there. */
export function each(value: unknown, body: (item: unknown) => string): string {
  if (!value) return ''
  return Array.isArray(value) ? plainList(value).map(body).join('') : body(value)
}

const plainList = (value: unknown[]): unknown[] => plain(value) as unknown[]

export function isNothing(value: unknown): boolean {
  return !value || (Array.isArray(value) && value.length === 0)
}
`,
}
