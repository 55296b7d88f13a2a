import type { AIMessage } from '@langchain/core/messages'
import type { Answer, Json, JsonSchema } from '@lathe/contract'
import { isStrict } from '../json-schema/strict.ts'
import { describeIssues, validateJson } from '../json-schema/validate.ts'
import { NodeFailure } from './failure.ts'
import type { ResponseFormat } from './runtime.ts'

export type ParsedAnswer = { ok: true; value: Json } | { ok: false; reason: string }

export function responseFormat({ name = 'answer', schema }: Answer): ResponseFormat {
  return { type: 'json_schema', json_schema: { name, schema, strict: isStrict(schema) } }
}

/** The JSON of a message, also where a model wraps it in a code fence. */
export function parseAnswer(message: AIMessage, schema: JsonSchema): ParsedAnswer {
  const refusal = message.additional_kwargs['refusal']
  if (typeof refusal === 'string') return { ok: false, reason: `the model refused: ${refusal}` }
  const text = message.text.trim()
  const fenced = /^```(?:json)?\s*\n([\s\S]*?)\n?```$/.exec(text)?.[1]
  let value: Json
  try {
    value = JSON.parse(fenced ?? text)
  } catch {
    return { ok: false, reason: text === '' ? 'it is empty' : 'it is not JSON' }
  }
  const issues = validateJson(schema, value)
  return issues.length === 0 ? { ok: true, value } : { ok: false, reason: describeIssues(issues) }
}

/** What the model reads when its answer has to be given again. */
export function askAgain(reason: string): string {
  return `That answer does not fit the schema (${reason}). Answer again with JSON that fits the schema and nothing else.`
}

export function badAnswer(node: string, reason: string, message: AIMessage): NodeFailure {
  const refusal = message.additional_kwargs['refusal']
  if (typeof refusal === 'string') {
    return new NodeFailure('REFUSED', `The model of \`${node}\` refused to answer: ${refusal}`, {
      node,
      hint: 'Change what it is asked, or choose another model.',
    })
  }
  return new NodeFailure(
    'BAD_RESPONSE',
    `The answer of \`${node}\` does not fit its schema, twice over: ${reason}`,
    {
      node,
      hint: 'Make the schema simpler, say in the prompt what it means, or choose a stronger model.',
      details: { answer: message.text.slice(0, 2_000) },
    },
  )
}
