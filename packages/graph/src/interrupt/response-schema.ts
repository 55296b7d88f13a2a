import type { JsonObject, JsonSchema } from '@lathe/contract'
import { needsForm, withoutRequired } from './needs-form.ts'
import type { Question } from './question.ts'

type Asked<K> = Extract<Question, { kind: K }>

/** The JSON Schema of an answer to a question, as Lathe's API takes it in `answers`. */
export function responseSchema(asked: Question): JsonSchema {
  switch (asked.kind) {
    case 'ask':
      return withProperty(askSchema(asked), 'kind', { const: 'ask' })
    case 'approval':
      return objectOf({
        kind: { const: 'approval' },
        decisions: inOrder(
          asked.calls.map((call) => ownDecision(call, asked.isUnsettled ?? false)),
        ),
      })
    case 'breakpoint':
      return objectOf({ kind: { const: 'breakpoint' } })
    default:
      return asked satisfies never
  }
}

/** The JSON Schema of the same answer in LangChain's terms, as `Command({ resume })` carries it. */
export function resumeSchema(asked: Question): JsonSchema {
  switch (asked.kind) {
    case 'ask':
      return askSchema(asked)
    case 'approval':
      return objectOf({
        decisions: inOrder(
          asked.calls.map((call) => hitlDecision(call, asked.isUnsettled ?? false)),
        ),
      })
    case 'breakpoint':
      return objectOf({})
    default:
      return asked satisfies never
  }
}

/** A form is required only by the decisions that need it. */
function askSchema({ decisions, form }: Asked<'ask'>): JsonSchema {
  const decision = {
    type: 'string',
    oneOf: decisions.map(({ port, label }) => ({ const: port, title: label })),
  }
  if (!form)
    return { ...objectOf({ decision, values: { type: 'object' } }), required: ['decision'] }
  const ports = decisions.filter(({ port }) => needsForm(decisions, port)).map(({ port }) => port)
  const hasRequired = Array.isArray(form['required']) && form['required'].length > 0
  return {
    ...objectOf({ decision, values: withoutRequired(form) }),
    required: ['decision'],
    ...(hasRequired && {
      if: { properties: { decision: { enum: ports } } },
      then: { properties: { values: form }, required: ['values'] },
    }),
  }
}

type Call = Asked<'approval'>['calls'][number]

function ownDecision({ schema }: Call, isUnsettled: boolean): JsonSchema {
  const other = isUnsettled
    ? objectOf({ type: { const: 'respond' }, result: {} })
    : objectOf({ type: { const: 'edit' }, args: schema })
  const reject = objectOf({ type: { const: 'reject' }, reason: { type: 'string' } })
  return { oneOf: [APPROVE, other, { ...reject, required: ['type'] }] }
}

function hitlDecision({ name, schema }: Call, isUnsettled: boolean): JsonSchema {
  const other = isUnsettled
    ? objectOf({ type: { const: 'respond' }, message: {} })
    : objectOf({
        type: { const: 'edit' },
        edited_action: objectOf({ name: { const: name }, args: schema }),
      })
  const reject = objectOf({ type: { const: 'reject' }, message: { type: 'string' } })
  return { oneOf: [APPROVE, other, { ...reject, required: ['type'] }] }
}

const objectOf = (properties: JsonObject): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})

const APPROVE = objectOf({ type: { const: 'approve' } })

const inOrder = (decisions: JsonSchema[]): JsonSchema => ({
  type: 'array',
  prefixItems: decisions,
  items: false,
  minItems: decisions.length,
})

function withProperty(schema: JsonSchema, name: string, property: JsonSchema): JsonSchema {
  const { properties = {}, required = [], ...rest } = schema
  return {
    ...rest,
    properties: { [name]: property, ...(properties as JsonObject) },
    required: [name, ...(required as string[])],
  }
}
