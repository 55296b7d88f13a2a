import { needsForm, withoutRequired } from '@lathe-ai/runtime/review'
import type { JsonObject, JsonSchema } from '@lathe/contract'
import type { Question } from './question.ts'

type QuestionOfKind<K> = Extract<Question, { kind: K }>

/** Returns the JSON Schema of an answer to a question, as in `answers` of Lathe's API. */
export function responseSchema(question: Question): JsonSchema {
  switch (question.kind) {
    case 'ask':
      return withProperty(askSchema(question), 'kind', { const: 'ask' })
    case 'approval':
      return objectSchema({
        kind: { const: 'approval' },
        decisions: inOrder(
          question.calls.map((call) => latheDecision(call, question.isUnconfirmed ?? false)),
        ),
      })
    case 'breakpoint':
      return objectSchema({ kind: { const: 'breakpoint' } })
    default:
      return question satisfies never
  }
}

/**
 * Returns the JSON Schema of the same answer in LangChain's format, as in `Command({ resume })`.
 */
export function resumeSchema(question: Question): JsonSchema {
  switch (question.kind) {
    case 'ask':
      return askSchema(question)
    case 'approval':
      return objectSchema({
        decisions: inOrder(
          question.calls.map((call) => hitlDecision(call, question.isUnconfirmed ?? false)),
        ),
      })
    case 'breakpoint':
      return objectSchema({})
    default:
      return question satisfies never
  }
}

/** A form is required only for decisions that need it. */
function askSchema({ decisions, form }: QuestionOfKind<'ask'>): JsonSchema {
  const decision = {
    type: 'string',
    oneOf: decisions.map(({ port, label }) => ({ const: port, title: label })),
  }
  if (!form)
    return { ...objectSchema({ decision, values: { type: 'object' } }), required: ['decision'] }
  const withoutForm = decisions.filter(({ port }) => !needsForm(decisions, port))
  const withForm = { properties: { values: form }, required: ['values'] }
  const hasRequired = Array.isArray(form['required']) && form['required'].length > 0
  return {
    ...objectSchema({ decision, values: withoutRequired(form) }),
    required: ['decision'],
    ...(hasRequired && {
      anyOf: [
        ...(withoutForm.length > 0
          ? [{ properties: { decision: { enum: withoutForm.map(({ port }) => port) } } }]
          : []),
        withForm,
      ],
    }),
  }
}

type Call = QuestionOfKind<'approval'>['calls'][number]

function latheDecision({ schema }: Call, isUnconfirmed: boolean): JsonSchema {
  const other = isUnconfirmed
    ? objectSchema({ type: { const: 'respond' }, result: {} })
    : objectSchema({ type: { const: 'edit' }, args: schema })
  const reject = objectSchema({ type: { const: 'reject' }, reason: { type: 'string' } })
  return { oneOf: [APPROVE, other, { ...reject, required: ['type'] }] }
}

function hitlDecision({ name, schema }: Call, isUnconfirmed: boolean): JsonSchema {
  const other = isUnconfirmed
    ? objectSchema({ type: { const: 'respond' }, message: {} })
    : objectSchema({
        type: { const: 'edit' },
        edited_action: objectSchema({ name: { const: name }, args: schema }),
      })
  const reject = objectSchema({ type: { const: 'reject' }, message: { type: 'string' } })
  return { oneOf: [APPROVE, other, { ...reject, required: ['type'] }] }
}

const objectSchema = (properties: JsonObject): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})

const APPROVE = objectSchema({ type: { const: 'approve' } })

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
