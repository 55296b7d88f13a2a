import type { GraphDocument } from '@lathe/contract'
import * as fc from 'fast-check'
import { templates } from '../templates/index.ts'
import { soundDocument, wildDocument } from './arbitrary.ts'
import { everyField } from './every-field.ts'

/** Set if any of the hostile texts is executed. */
export const MARK = 'latheWasExecuted'

const EXECUTED = `globalThis.${MARK} = true`

const texts = [
  EXECUTED,
  `(() => { ${EXECUTED} })()`,
  `constructor.constructor("${EXECUTED}")()`,
  `{{#constructor}}{{constructor.constructor}}{{/constructor}}`,
  `import("data:text/javascript,${EXECUTED}")`,
  'fetch("http://127.0.0.1:9/")',
  '${process.exit(1)}',
  '`;process.exit(1)//',
  '*/ process.exit(1) /*',
  '</script><script>alert(1)</script>',
  '{{'.repeat(3_000),
  '('.repeat(9_000),
  '['.repeat(50_000),
  '{{#a}}'.repeat(2_000),
  '!'.repeat(9_000),
  'a.'.repeat(4_900) + 'a',
  'a.'.repeat(4_900) + 'a',
  'x => '.repeat(2_000) + '1',
  'x'.repeat(150_000),
  'é'.repeat(64),
  '🙂',
  '\ud800',
  '\u202ereversed\u0000\u2028',
  '(a+)+$',
  '(?<!a)\\k<x>[',
  '#/$defs/loop',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'toString',
  'start',
  'end',
  'state',
  'error',
  'NaN',
  '',
  ' ',
  '\r\n',
  '../../etc/passwd',
  'C:\\con',
]

const numbers = [-0, -1, 0.1, 2 ** 53, 1e308, -1e308, 5e-324, 4_294_967_296]

const nested = fc.tuple(fc.constantFrom(3, 60, 1_000), fc.boolean()).map(([depth, isList]) => {
  let value: unknown = 'bottom'
  for (let at = 0; at < depth; at += 1) value = isList ? [value] : { a: value }
  return value
})

const schemas = [
  { $ref: '#' },
  { $ref: 'http://127.0.0.1:9/schema.json' },
  { $defs: { loop: { $ref: '#/$defs/loop' } }, $ref: '#/$defs/loop' },
  { type: 'string', pattern: '(a+)+$' },
  { allOf: [{ $ref: '#' }] },
  { type: ['string', 'banana'] },
  { properties: { constructor: { type: 'string' }, toString: false } },
]

const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...texts),
  fc.constantFrom<unknown>(...texts),
  fc.constantFrom<unknown>(...numbers),
  fc.constantFrom<unknown>(null, true, false, [], {}, [null], ...schemas),
  fc.string({ unit: 'binary' }),
  fc.jsonValue(),
  nested,
)

type Mutation = {
  at: number
  way: (typeof WAYS)[number]
  key: string
  text: string
  value: unknown
}

/** Mutations that keep most documents valid come first. */
const WAYS = [
  'text',
  'text',
  'json',
  'name',
  'edge',
  'replace',
  'delete',
  'add',
  'rename',
  'copy',
] as const
const TEXTS =
  /^(?:text|template|expression|when|code|of|key|message|query|title|description|reducer)$/
const JSONS = /^(?:value|default|schema|form|items|properties|extra|enum|required|minimum|args)$/
const NAMES = /^(?:from|to|when|as|channel|tool|else|port|name|connection|agent|writes|\d+)$/
const names = [
  'constructor',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'start',
  'end',
  'state',
  'error',
  'a',
  'b',
  'topic',
  'notes',
  'yes',
  '__proto__',
]

const mutation = (ways: readonly Mutation['way'][]): fc.Arbitrary<Mutation> =>
  fc.record({
    at: fc.nat(),
    way: fc.constantFrom(...ways),
    key: fc.oneof(fc.constantFrom(...texts), fc.constantFrom(...names)),
    text: fc.oneof(fc.constantFrom(...texts), fc.string({ unit: 'binary' })),
    value: hostileValue,
  })

type Holder = Record<string, unknown> | unknown[]
type Place = { holder: Holder; key: string }

/** Returns every position in a document that can be mutated. */
function placesIn(root: unknown): Place[] {
  const places: Place[] = []
  const open = [root]
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null || places.length > 5_000) continue
    const holder = value as Holder
    for (const [key, inner] of Object.entries(holder)) {
      places.push({ holder, key })
      open.push(inner)
    }
  }
  return places
}

function mutate(root: unknown, { at, way, key, text, value }: Mutation): void {
  const all = placesIn(root)
  const fitting = { text: TEXTS, json: JSONS, name: NAMES, edge: /^\d+$/ }[way as string]
  const places = fitting ? all.filter((place) => fitting.test(place.key)) : all
  const place = places[at % Math.max(1, places.length)]
  if (!place) return
  const current: unknown = Reflect.get(place.holder, place.key)
  const other = all[(at * 31 + 7) % all.length] ?? place
  switch (way) {
    case 'text':
    case 'name':
      if (typeof current === 'string') put(place, way === 'text' ? text : key)
      return
    case 'json':
    case 'replace':
      return put(place, value)
    case 'edge':
      if (Array.isArray(place.holder)) place.holder.push(structuredClone(current))
      return
    case 'delete':
      return remove(place)
    case 'add':
      return Array.isArray(place.holder)
        ? void place.holder.push(value)
        : put({ ...place, key }, value)
    case 'rename':
      remove(place)
      return put({ ...place, key }, current)
    default:
      return put(place, structuredClone(Reflect.get(other.holder, other.key)))
  }
}

/** `__proto__` becomes an own key, as in `JSON.parse`. */
function put({ holder, key }: Place, value: unknown): void {
  Object.defineProperty(holder, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  })
}

function remove({ holder, key }: Place): void {
  if (Array.isArray(holder)) holder.splice(Number(key), 1)
  else Reflect.deleteProperty(holder, key)
}

const soundInput: fc.Arbitrary<GraphDocument> = fc.oneof(
  fc.constantFrom(...templates.map(({ document }) => document)),
  fc.constant(everyField),
  soundDocument,
  wildDocument,
)

const mutated = (ways: readonly Mutation['way'][], most: number) =>
  fc
    .tuple(soundInput, fc.array(mutation(ways), { minLength: 1, maxLength: most }))
    .map(([document, mutations]): unknown => {
      const copy: unknown = structuredClone(document)
      for (const one of mutations) mutate(copy, one)
      return copy
    })

/** Input to a graph parser: nearly valid, unrelated, or malicious. */
export const hostileInput: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: mutated(['text', 'json', 'name', 'edge'], 4) },
  { weight: 3, arbitrary: mutated(WAYS, 6) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 6 }) },
  { weight: 1, arbitrary: fc.anything({ withNullPrototype: true, withDate: true, withMap: true }) },
  { weight: 1, arbitrary: hostileValue },
)
