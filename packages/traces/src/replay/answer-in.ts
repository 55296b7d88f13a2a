import type { Exchange, Json } from '@lathe/contract'
import { jsonOrText } from '@lathe/contract/json-or-text'

/** What came back, without what providers make up for every answer and however it was cut into chunks. */
export function answerIn({ touch }: Pick<Exchange, 'touch'>): Json {
  if (touch.type === 'call') return touch.result
  if (!touch.response) return null
  const text = touch.response.chunks.map(({ data }) => data).join('')
  const events = [...text.matchAll(/^data: (?!\[DONE\])(.*)$/gm)].map(([, data = '']) =>
    jsonOrText(data),
  )
  return events.length > 0 ? saidInEvents(events) : saidIn(jsonOrText(text))
}

/** Of a streamed completion: its text, and of each tool call its name and arguments. */
function saidInEvents(events: readonly Json[]): Json {
  let text = ''
  const calls: Record<string, { name: string; args: string }> = {}
  for (const delta of events.flatMap(messagesOf)) {
    text += textOf(delta['content'])
    for (const call of listOf(delta['tool_calls'])) addCall(calls, call)
  }
  return { text, calls: Object.values(calls) }
}

function saidIn(answer: Json): Json {
  const [message] = messagesOf(answer)
  if (!message) return answer
  const calls: Record<string, { name: string; args: string }> = {}
  for (const [index, call] of listOf(message['tool_calls']).entries()) {
    addCall(calls, { ...call, index })
  }
  return { text: textOf(message['content']), calls: Object.values(calls) }
}

function addCall(
  calls: Record<string, { name: string; args: string }>,
  { index, function: called }: Fields,
): void {
  const key = JSON.stringify(index ?? null)
  const call = calls[key] ?? { name: '', args: '' }
  const { name, arguments: args } = fieldsOf(called)
  calls[key] = { name: call.name + textOf(name), args: call.args + textOf(args) }
}

type Fields = Record<string, Json>

/** The message of each choice, or what a chunk adds to it. */
const messagesOf = (answer: Json): Fields[] =>
  listOf(fieldsOf(answer)['choices']).map(({ delta, message }) => fieldsOf(delta ?? message))

const fieldsOf = (value: Json | undefined): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
const listOf = (value: Json | undefined): Fields[] =>
  Array.isArray(value) ? value.map(fieldsOf) : []
const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '')
