import { HumanMessage, SystemMessage } from '@langchain/core/messages'
import type { AIMessage, AIMessageChunk, BaseMessage } from '@langchain/core/messages'
import { Validator } from '@langchain/core/utils/json_schema'
import { NodeFailure } from './errors.ts'
import type { JsonSchema } from './json.ts'
import { refuseToolCalls, toReply } from './messages.ts'

export type AnswerFormat = { name: string; schema: JsonSchema; strict: boolean }

export type ResponseFormat = {
  type: 'json_schema'
  json_schema: { name: string; schema: JsonSchema; strict: boolean }
}

/** Returns null for a value that fits the schema, and otherwise a sentence on what does not fit. */
export type Validate = (schema: JsonSchema, value: unknown) => string | null

/** Validates against JSON Schema 2020-12. The schema is trusted: it is part of the project. */
export const validateSchema: Validate = (schema, value) => {
  const { valid, errors } = new Validator(schema, '2020-12', false).validate(value)
  if (valid) return null
  return errors.map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`).join('; ')
}

export const toResponseFormat = ({ name, schema, strict }: AnswerFormat): ResponseFormat => ({
  type: 'json_schema',
  json_schema: { name, schema, strict },
})

export type ParsedAnswer<T> = { ok: true; value: T } | { ok: false; reason: string }

/** Parses the JSON of a reply, also inside a code fence, and validates it. */
export function parseAnswer<T>(
  message: BaseMessage | undefined,
  schema: JsonSchema,
  validate: Validate = validateSchema,
): ParsedAnswer<T> {
  const refusal = message?.additional_kwargs['refusal']
  if (typeof refusal === 'string') return { ok: false, reason: `the model refused: ${refusal}` }
  const text = message?.text.trim() ?? ''
  const fenced = /^```(?:json)?\s*\n([\s\S]*?)\n?```$/.exec(text)?.[1]
  let value: T
  try {
    value = JSON.parse(fenced ?? text)
  } catch {
    return { ok: false, reason: text === '' ? 'it is empty' : 'it is not JSON' }
  }
  const reason = validate(schema, value)
  return reason === null ? { ok: true, value } : { ok: false, reason }
}

export const ASK_FOR_ANSWER = 'Now give the final answer as JSON that fits the schema.'

/** The instruction after an answer that does not fit its schema. */
export const askAgain = (reason: string): string =>
  `That answer does not fit the schema (${reason}). Answer again with JSON that fits the schema and nothing else.`

/** The failure of a node whose model gave no valid answer twice. */
export function answerFailure(node: string, reason: string, message: AIMessage): NodeFailure {
  const refusal = message.additional_kwargs['refusal']
  if (typeof refusal === 'string') {
    return new NodeFailure('REFUSED', `The model of \`${node}\` refused to answer: ${refusal}`, {
      node,
      hint: 'Change the prompt, or choose another model.',
    })
  }
  return new NodeFailure(
    'BAD_RESPONSE',
    `The answer of \`${node}\` does not fit its schema, twice over: ${reason}`,
    {
      node,
      hint: 'Make the schema simpler, explain it in the prompt, or choose a stronger model.',
      details: { answer: message.text.slice(0, 2_000) },
    },
  )
}

/** The part of a chat model that structured output needs. */
export type StreamingModel = {
  stream(
    messages: BaseMessage[],
    options: { response_format: ResponseFormat },
  ): Promise<AsyncIterable<AIMessageChunk>>
}

/** Calls a model for an answer in a format. */
export async function callForAnswer(
  model: StreamingModel,
  format: AnswerFormat,
  messages: BaseMessage[],
  options: object = {},
): Promise<AIMessage> {
  // The client of `@langchain/openai` parses complete answers itself and repeats a call whose answer is not JSON.
  const stream: AsyncIterable<AIMessageChunk> = await model.stream(messages, {
    ...options,
    response_format: toResponseFormat(format),
  })
  let reply: AIMessageChunk | undefined
  for await (const chunk of stream) reply = reply?.concat(chunk) ?? chunk
  if (!reply) throw new NodeFailure('BAD_RESPONSE', 'The model did not answer')
  return toReply(reply)
}

/** `parsed` is null if the model called tools instead of answering. `messages` are all replies, `raw` is the last. */
export type StructuredReply<T> = { parsed: T; raw: AIMessage; messages: AIMessage[] }

export type StructuredOutputOptions = AnswerFormat & {
  /** The node that calls, for error messages. */
  node: string
  /** Whether the model has tools to call. */
  hasTools?: boolean
}

/**
 * Returns a model that answers with JSON of a schema. An answer that does not fit is requested once more with the
 * reason; then it is an error.
 */
export function withStructuredOutput<T>(
  model: StreamingModel,
  { node, hasTools = false, ...format }: StructuredOutputOptions,
) {
  return {
    async invoke(prompt: BaseMessage[]): Promise<StructuredReply<T>> {
      const first = await callForAnswer(model, format, prompt)
      if (!hasTools) refuseToolCalls(node, first)
      else if (first.tool_calls?.length) {
        // The cast holds for callers: with tools they check for null.
        return { parsed: null as T, raw: first, messages: [first] }
      }
      const answer = parseAnswer<T>(first, format.schema)
      if (answer.ok) return { parsed: answer.value, raw: first, messages: [first] }
      const retryPrompt = [...prompt, first, new HumanMessage(askAgain(answer.reason))]
      const second = await callForAnswer(model, format, retryPrompt)
      const corrected = parseAnswer<T>(second, format.schema)
      if (!corrected.ok) throw answerFailure(node, corrected.reason, second)
      return { parsed: corrected.value, raw: second, messages: [first, second] }
    },
  }
}

export type Choice = { port: string; description: string }

/** The answer format of a model that chooses one of several ports. */
export function choiceFormat(ports: readonly string[]): AnswerFormat {
  const schema: JsonSchema = {
    type: 'object',
    properties: { choice: { type: 'string', enum: [...new Set(ports)] } },
    required: ['choice'],
    additionalProperties: false,
  }
  return { name: 'choice', strict: true, schema }
}

/** Adds the choices to the system message: many servers accept only one, and only as the first message. */
export function withChoices(
  [first, ...rest]: readonly BaseMessage[],
  choices: readonly Choice[],
  otherwise: string,
): BaseMessage[] {
  const lines = choices.map(({ port, description }) => `- ${port}: ${description}`)
  const text = ['Choose what fits best:', ...lines, `- ${otherwise}: none of these`].join('\n')
  if (first?.type === 'system') return [new SystemMessage(`${first.text}\n\n${text}`), ...rest]
  return [new SystemMessage(text), ...(first ? [first] : []), ...rest]
}

/** Lets a model choose a port. Returns `otherwise` if its answer is not one of the choices. */
export async function choose<P extends string>(
  model: StreamingModel,
  prompt: readonly BaseMessage[],
  choices: readonly { port: P; description: string }[],
  otherwise: P,
): Promise<P> {
  const format = choiceFormat([...choices.map(({ port }) => port), otherwise])
  const reply = await callForAnswer(model, format, withChoices(prompt, choices, otherwise))
  const answer = parseAnswer<{ choice: P }>(reply, format.schema)
  return answer.ok ? answer.value.choice : otherwise
}
