import * as fc from 'fast-check'

/** Random JSON Schemas that some value satisfies. */

type Json = { [key: string]: unknown }

const NAMES = [
  'email',
  'total',
  'summary',
  'questions',
  'verdict',
  'items',
  'due_date',
  'x',
  'name',
  'isUrgent',
]
const name = fc.constantFrom(...NAMES)

const describe = (schema: fc.Arbitrary<Json>): fc.Arbitrary<Json> =>
  fc
    .tuple(
      schema,
      fc.option(fc.constantFrom('The customer', 'Short text', 'How sure, 0 to 1'), {
        nil: undefined,
      }),
    )
    .map(([value, description]) => (description === undefined ? value : { ...value, description }))

const range = (low: number, high: number) =>
  fc
    .tuple(fc.integer({ min: low, max: high }), fc.integer({ min: 0, max: high }))
    .map(([from, span]) => ({ from, to: from + span }))

const strings: fc.Arbitrary<Json> = fc.oneof(
  fc.constant({ type: 'string' }),
  range(0, 30).map(({ from, to }) => ({ type: 'string', minLength: from, maxLength: to })),
  fc
    .constantFrom('email', 'uri', 'date', 'date-time', 'uuid', 'ipv4')
    .map((format) => ({ type: 'string', format })),
  fc
    .constantFrom(
      '^[A-Z]{3}-\\d{4}$',
      '^(?:low|high)$',
      '^\\d+(\\.\\d{2})?$',
      '[aeiou]{2}',
      '^#[0-9a-f]{6}$',
      '^\\S+@\\S+$',
    )
    .map((pattern) => ({ type: 'string', pattern })),
)

const numbers: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom({ type: 'number' }, { type: 'integer' }),
  range(-50, 50).map(({ from, to }) => ({ type: 'integer', minimum: from, maximum: to })),
  range(-5, 5).map(({ from, to }) => ({
    type: 'number',
    exclusiveMinimum: from,
    exclusiveMaximum: to + 1,
  })),
  fc
    .constantFrom(0.5, 0.01, 3, 7)
    .map((multipleOf) => ({ type: 'number', multipleOf, minimum: 1 })),
)

const enums: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom(
    { enum: ['good', 'revise'] },
    { enum: ['low', 'medium', 'high'] },
    { enum: [1, 'one', null] },
  ),
  fc.constantFrom<unknown>('fixed', 7, null, true, { a: [1] }).map((value) => ({ const: value })),
  fc.constant({ type: 'boolean' }),
  fc.constant({ type: 'null' }),
)

const leaf = describe(fc.oneof(strings, numbers, enums, fc.constant<Json>({})))

const { schema } = fc.letrec<{ schema: Json; node: Json }>((tie) => ({
  schema: fc.oneof({ depthSize: 'small', withCrossShrink: true }, leaf, tie('node')),
  node: describe(
    fc.oneof(
      fc
        .tuple(
          fc.dictionary(name, tie('schema'), { maxKeys: 5 }),
          fc.array(fc.nat({ max: 4 })),
          fc.constantFrom(undefined, false, true),
        )
        .map(([properties, chosen, additionalProperties]) => ({
          type: 'object',
          properties,
          required: [...new Set(chosen.flatMap((at) => Object.keys(properties).slice(at, at + 1)))],
          ...(additionalProperties === undefined ? {} : { additionalProperties }),
        })),
      fc
        .tuple(tie('schema'), fc.integer({ min: 1, max: 3 }), fc.integer({ min: 0, max: 3 }))
        .map(([additionalProperties, minProperties, more]) => ({
          type: 'object',
          additionalProperties,
          minProperties,
          maxProperties: minProperties + more,
        })),
      fc
        .tuple(tie('schema'), fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 4 }))
        .map(([items, minItems, more]) => ({
          type: 'array',
          items,
          minItems,
          maxItems: minItems + more,
        })),
      fc.tuple(strings, fc.integer({ min: 0, max: 2 })).map(([items, minItems]) => ({
        type: 'array',
        items: { type: 'string', description: items['type'] },
        minItems,
        uniqueItems: true,
      })),
      fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((prefixItems) => ({
        type: 'array',
        prefixItems,
        items: false,
        minItems: prefixItems.length,
      })),
      fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
      tie('schema').map((other) => ({ anyOf: [other, { type: 'null' }] })),
      fc
        .tuple(
          fc.dictionary(name, tie('schema'), { maxKeys: 2 }),
          fc.dictionary(
            name.map((key) => `b_${key}`),
            tie('schema'),
            { maxKeys: 2 },
          ),
        )
        .map(([first, second]) => ({
          allOf: [
            { type: 'object', properties: first, required: Object.keys(first) },
            { type: 'object', properties: second, required: Object.keys(second) },
          ],
        })),
      fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((kinds) => ({
        oneOf: kinds.map((value, index) => ({
          type: 'object',
          properties: { kind: { const: `kind_${index}` }, value },
          required: ['kind', 'value'],
        })),
      })),
      fc.constantFrom<Json>(
        { $ref: '#/$defs/tree' },
        { $ref: '#/$defs/line' },
        { type: ['string', 'null'] },
        { type: ['integer', 'string'] },
        { not: { type: 'string' } },
      ),
    ),
  ),
}))

/** Every schema carries a recursive and a plain definition, so that references have somewhere to go. */
export const schemas: fc.Arbitrary<Json> = schema.map((inner) => ({
  ...inner,
  $defs: {
    tree: {
      type: 'object',
      properties: {
        label: { type: 'string' },
        children: { type: 'array', items: { $ref: '#/$defs/tree' } },
        next: { anyOf: [{ $ref: '#/$defs/tree' }, { type: 'null' }] },
      },
      required: ['label', 'children', 'next'],
      additionalProperties: false,
    },
    line: {
      type: 'object',
      properties: {
        description: { type: 'string' },
        quantity: { type: 'integer', minimum: 1 },
        price: { type: ['number', 'null'] },
      },
      required: ['description', 'quantity', 'price'],
      additionalProperties: false,
    },
  },
}))
