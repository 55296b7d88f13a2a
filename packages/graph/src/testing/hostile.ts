import type { GraphDocument } from '@lathe/contract'
import * as fc from 'fast-check'
import { templates } from '../templates/index.ts'
import { soundDocument, wildDocument } from './arbitrary.ts'
import { everyField } from './every-field.ts'

/** Set if any of the hostile texts is executed. */
export const EXECUTION_MARK = 'latheWasExecuted'

const EXECUTED = `globalThis.${EXECUTION_MARK} = true`

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
  for (let position = 0; position < depth; position += 1) value = isList ? [value] : { a: value }
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
  position: number
  operation: (typeof OPERATIONS)[number]
  key: string
  text: string
  value: unknown
}

/** Mutations that keep most documents valid come first. */
const OPERATIONS = [
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

const mutation = (operations: readonly Mutation['operation'][]): fc.Arbitrary<Mutation> =>
  fc.record({
    position: fc.nat(),
    operation: fc.constantFrom(...operations),
    key: fc.oneof(fc.constantFrom(...texts), fc.constantFrom(...names)),
    text: fc.oneof(fc.constantFrom(...texts), fc.string({ unit: 'binary' })),
    value: hostileValue,
  })

type Container = Record<string, unknown> | unknown[]
type Slot = { container: Container; key: string }

/** Returns every position in a document that can be mutated. */
function listSlots(root: unknown): Slot[] {
  const slots: Slot[] = []
  const open = [root]
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null || slots.length > 5_000) continue
    const container = value as Container
    for (const [key, inner] of Object.entries(container)) {
      slots.push({ container, key })
      open.push(inner)
    }
  }
  return slots
}

function mutate(root: unknown, { position, operation, key, text, value }: Mutation): void {
  const all = listSlots(root)
  const keyPattern = { text: TEXTS, json: JSONS, name: NAMES, edge: /^\d+$/ }[operation as string]
  const slots = keyPattern ? all.filter((place) => keyPattern.test(place.key)) : all
  const place = slots[position % Math.max(1, slots.length)]
  if (!place) return
  const current: unknown = Reflect.get(place.container, place.key)
  const other = all[(position * 31 + 7) % all.length] ?? place
  switch (operation) {
    case 'text':
    case 'name':
      if (typeof current === 'string') setMember(place, operation === 'text' ? text : key)
      return
    case 'json':
    case 'replace':
      return setMember(place, value)
    case 'edge':
      if (Array.isArray(place.container)) place.container.push(structuredClone(current))
      return
    case 'delete':
      return removeMember(place)
    case 'add':
      return Array.isArray(place.container)
        ? void place.container.push(value)
        : setMember({ ...place, key }, value)
    case 'rename':
      removeMember(place)
      return setMember({ ...place, key }, current)
    default:
      return setMember(place, structuredClone(Reflect.get(other.container, other.key)))
  }
}

/** `__proto__` becomes an own key, as in `JSON.parse`. */
function setMember({ container, key }: Slot, value: unknown): void {
  Object.defineProperty(container, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  })
}

function removeMember({ container, key }: Slot): void {
  if (Array.isArray(container)) container.splice(Number(key), 1)
  else Reflect.deleteProperty(container, key)
}

const soundInput: fc.Arbitrary<GraphDocument> = fc.oneof(
  fc.constantFrom(...templates.map(({ document }) => document)),
  fc.constant(everyField),
  soundDocument,
  wildDocument,
)

const mutated = (operations: readonly Mutation['operation'][], maxCount: number) =>
  fc
    .tuple(soundInput, fc.array(mutation(operations), { minLength: 1, maxLength: maxCount }))
    .map(([document, mutations]): unknown => {
      const copy: unknown = structuredClone(document)
      for (const mutation of mutations) mutate(copy, mutation)
      return copy
    })

/** Input to a graph parser: nearly valid, unrelated, or malicious. */
export const hostileInput: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: mutated(['text', 'json', 'name', 'edge'], 4) },
  { weight: 3, arbitrary: mutated(OPERATIONS, 6) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 6 }) },
  { weight: 1, arbitrary: fc.anything({ withNullPrototype: true, withDate: true, withMap: true }) },
  { weight: 1, arbitrary: hostileValue },
)
