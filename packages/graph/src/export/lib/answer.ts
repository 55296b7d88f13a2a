export const answerLib = {
  path: 'lib/answer.ts',
  text: `import type { BaseLanguageModelInput } from '@langchain/core/language_models/base'
import { AIMessage, HumanMessage } from '@langchain/core/messages'
import type { AIMessageChunk, BaseMessage } from '@langchain/core/messages'
import type { Runnable } from '@langchain/core/runnables'
import { Validator } from '@langchain/core/utils/json_schema'
import type { ChatOpenAICallOptions } from '@langchain/openai'
import { inWords } from './reply.ts'

export type Format = { name: string; strict: boolean; schema: Record<string, unknown> }

type Model = Runnable<BaseLanguageModelInput, AIMessageChunk, ChatOpenAICallOptions>
type Read<T> = { ok: true; answer: T } | { ok: false; reason: string }

/**
 * JSON that fits a schema. What is wrong with the first answer is told once; then it is an error. A node
 * \`withoutTools\` gives its name.
 */
export async function answerIn<T>(model: Model, format: Format, prompt: BaseMessage[], withoutTools?: string) {
  const first = await ask(model, format, prompt)
  if (withoutTools !== undefined) inWords(withoutTools, first)
  // A model that asks for tools answers later.
  else if (first.tool_calls?.length) return { answer: null as T, message: first, messages: [first] }
  const read = readAnswer<T>(first, format)
  if (read.ok) return { answer: read.answer, message: first, messages: [first] }
  const second = await ask(model, format, [...prompt, first, new HumanMessage(again(read.reason))])
  const messages = [first, second]
  return { answer: readOrThrow<T>(second, format), message: second, messages }
}

/** The answer an agent ends with, asked for where its last message is none. */
export async function answerAfter<T>(model: Model, format: Format, messages: BaseMessage[]) {
  const said = readAnswer<T>(messages.at(-1), format)
  const replies: AIMessage[] = []
  if (said.ok) return { answer: said.answer, replies }
  let instruction = 'Now give the final answer as JSON that fits the schema.'
  for (let attempt = 1; ; attempt += 1) {
    const asked = [...messages, ...replies, new HumanMessage(instruction)]
    const reply = await ask(model, format, asked)
    replies.push(reply)
    const read = readAnswer<T>(reply, format)
    if (read.ok) return { answer: read.answer, replies }
    if (attempt === 2) throw new Error(\`The answer does not fit its schema: \${read.reason}\`)
    instruction = again(read.reason)
  }
}

/** Streamed, for the SDK parses whole answers itself and calls again and again for one that is no JSON. */
export async function ask(model: Model, { name, strict, schema }: Format, messages: BaseMessage[]) {
  const stream = await model.stream(messages, {
    response_format: { type: 'json_schema', json_schema: { name, schema, strict } },
  })
  let reply: AIMessageChunk | undefined
  for await (const chunk of stream) reply = reply?.concat(chunk) ?? chunk
  if (!reply) throw new Error('The model did not answer')
  const { content, id, tool_calls = [], additional_kwargs, response_metadata, usage_metadata } = reply
  return new AIMessage({
    content,
    tool_calls,
    additional_kwargs,
    response_metadata,
    ...(id !== undefined && { id }),
    ...(usage_metadata && { usage_metadata }),
  })
}

const again = (reason: string) =>
  \`That answer does not fit the schema (\${reason}). Answer again with JSON that fits the schema and nothing else.\`

function readOrThrow<T>(message: BaseMessage, format: Format): T {
  const read = readAnswer<T>(message, format)
  if (read.ok) return read.answer
  throw new Error(\`The answer does not fit its schema, twice over: \${read.reason}\`)
}

/** The JSON of a message, also where a model wraps it in a code fence. */
export function readAnswer<T>(message: BaseMessage | undefined, { schema }: Format): Read<T> {
  const refusal = message?.additional_kwargs['refusal']
  if (typeof refusal === 'string') return { ok: false, reason: \`the model refused: \${refusal}\` }
  const text = message?.text.trim() ?? ''
  const fenced = /^\`\`\`(?:json)?\\s*\\n([\\s\\S]*?)\\n?\`\`\`$/.exec(text)?.[1]
  let answer: T
  try {
    answer = JSON.parse(fenced ?? text)
  } catch {
    return { ok: false, reason: text === '' ? 'it is empty' : 'it is not JSON' }
  }
  const { valid, errors } = new Validator(schema, '2020-12', false).validate(answer)
  if (valid) return { ok: true, answer }
  return { ok: false, reason: errors.map(({ instanceLocation, error }) => \`\${instanceLocation}: \${error}\`).join('; ') }
}
`,
}

export const choiceLib = {
  path: 'lib/choice.ts',
  text: `import { SystemMessage } from '@langchain/core/messages'
import type { BaseMessage } from '@langchain/core/messages'
import type { ChatOpenAI, ChatOpenAICompletions } from '@langchain/openai'
import { ask, readAnswer } from './answer.ts'

/** Lets a model choose one of the ports; null when its answer is none of them. */
export async function choose<P extends string>(
  model: ChatOpenAI | ChatOpenAICompletions,
  prompt: BaseMessage[],
  ports: readonly P[],
  instruction: string,
): Promise<P | null> {
  const schema = {
    type: 'object',
    properties: { choice: { type: 'string', enum: [...ports] } },
    required: ['choice'],
    additionalProperties: false,
  }
  const format = { name: 'choice', strict: true, schema }
  const reply = await ask(model, format, instructed(prompt, instruction))
  const read = readAnswer<{ choice: P }>(reply, format)
  return read.ok ? read.answer.choice : null
}

/** Into the system message, because many servers take one only, and only in front. */
function instructed([first, ...rest]: BaseMessage[], instruction: string): BaseMessage[] {
  if (first?.type === 'system') {
    return [new SystemMessage(\`\${first.text}\\n\\n\${instruction}\`), ...rest]
  }
  return [new SystemMessage(instruction), ...(first ? [first] : []), ...rest]
}
`,
}
