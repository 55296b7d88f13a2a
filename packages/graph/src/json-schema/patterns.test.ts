import type { Json, JsonSchema } from '@lathe/contract'
import { CPU_LIMIT_MS, cpuTime, REJECTED_PATTERNS, SLOW_FAMILIES } from '@lathe/patterns/testing'
import { describe, expect, test } from 'vitest'
import { answerIssues } from '../interrupt/answer-issues.ts'
import { schemaIssues } from './check-schema.ts'
import { describeIssues, validateJson } from './validate.ts'

type Place = (pattern: string, text: string) => readonly [JsonSchema, Json]

/** Every location of a pattern in a JSON Schema, with a value to match against it. */
const PLACES: readonly (readonly [name: string, place: Place])[] = [
  ['pattern', (pattern, text) => [{ type: 'string', pattern }, text]],
  [
    'patternProperties',
    (pattern, text) => [{ patternProperties: { [pattern]: {} } }, { [text]: 1 }],
  ],
  ['propertyNames', (pattern, text) => [{ propertyNames: { pattern } }, { [text]: 1 }]],
  [
    'items of a referenced schema',
    (pattern, text) => [{ items: { $ref: '#/$defs/code' }, $defs: { code: { pattern } } }, [text]],
  ],
  ['contains', (pattern, text) => [{ contains: { pattern } }, [text]]],
  ['if', (pattern, text) => [{ if: { pattern }, else: false }, text]],
  ['not', (pattern, text) => [{ not: { pattern } }, text]],
  [
    'dependentSchemas',
    (pattern, text) => [
      { dependentSchemas: { a: { properties: { a: { pattern } } } } },
      { a: text },
    ],
  ],
]

describe.each(PLACES)('a pattern under %s', (_, place) => {
  test.each(SLOW_FAMILIES)('%s is checked and evaluated in linear time', async (pattern, text) => {
    const [schema, value] = place(pattern, text)

    expect(schemaIssues(schema)).toEqual([])
    expect(await cpuTime(() => validateJson(schema, value))).toBeLessThan(CPU_LIMIT_MS)
  })

  test.each(REJECTED_PATTERNS)('%s is rejected by name', (pattern, reason) => {
    const [schema, value] = place(pattern, 'aaa')

    expect(describeIssues(schemaIssues(schema))).toContain(reason)
    expect(describeIssues(validateJson(schema, value))).toContain(reason)
  })
})

test.each(SLOW_FAMILIES)(
  'an answer to a form with %s is checked in linear time',
  async (pattern, text) => {
    const spent = await cpuTime(() =>
      answerIssues(
        {
          kind: 'ask',
          title: 'Code',
          message: '',
          form: { type: 'object', properties: { code: { type: 'string', pattern } } },
          decisions: [{ port: 'send', label: 'Send' }],
          deadlineAt: null,
        },
        { kind: 'ask', decision: 'send', values: { code: text } },
      ),
    )

    expect(spent).toBeLessThan(CPU_LIMIT_MS)
  },
)

test('an enum value with a `pattern` key is plain data', () => {
  const schema = { properties: { pattern: { enum: [{ pattern: '(a)\\1' }] } } }

  expect(schemaIssues(schema)).toEqual([])
  expect(validateJson(schema, {})).toEqual([])
})

const FORMATS = ['date', 'date-time', 'duration', 'email', 'hostname', 'ipv6', 'json-pointer']
const MORE = [
  'regex',
  'relative-json-pointer',
  'time',
  'uri',
  'uri-reference',
  'uri-template',
  'url',
]

test.each([...FORMATS, ...MORE])('the format %s takes linear time', async (format) => {
  const parts = ['a', '1', ':', '/', '%41', 'a-', 'a.', '{a}', '1:', '@', '~0/', '\\', 'P1Y', ' ']
  for (const start of ['', 'http://', 'http://a@', '#/', '{', '"']) {
    for (const part of parts) {
      const text = `${start}${part.repeat(20_000)}!`
      const spent = await cpuTime(() => validateJson({ format }, text))
      expect([start, part, spent < CPU_LIMIT_MS]).toEqual([start, part, true])
    }
  }
})
