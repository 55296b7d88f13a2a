import type { GraphDocument, Json } from '@lathe/contract'
import type { ExportedFile } from '../options.ts'
import { list } from '../print/layout.ts'
import { literal, quote } from '../print/literal.ts'

/** Writes `run.ts`, which runs the graph from a terminal with its state in memory. */
export function runFile({ input, output, state }: GraphDocument): ExportedFile {
  const isChat = input.length === 1 && state[input[0] ?? '']?.type === 'messages'
  const example = isChat
    ? 'the text of a message, or the input as JSON'
    : `the input as JSON, such as '${JSON.stringify(exampleValue(input))}'`
  const read = isChat
    ? `const input = argument.trim().startsWith('{') ? JSON.parse(argument) : { ${input[0]}: argument }`
    : 'const input = JSON.parse(argument)'
  const hasMessages = output.some((name) => state[name]?.type === 'messages')
  const text = `${hasMessages ? "import { BaseMessage } from '@langchain/core/messages'\n" : ''}import { createInterface } from ${quote('node:readline/promises')}
import { Command, isInterrupted, MemorySaver } from '@langchain/langgraph'
import { graph } from './agent.ts'

// node run.ts <input>: ${example.replaceAll('\n', ' ')}
const argument = process.argv[2] ?? ${isChat ? "''" : "'{}'"}
${read}
const OUTPUT: readonly string[] = ${list(
    '[]',
    output.map((name) => literal(name)),
  )}

// A server has its own checkpointer; this one keeps the state in memory.
graph.checkpointer = new MemorySaver()
const config = { configurable: { thread_id: 'run' }, recursionLimit: 100 }

const terminal = createInterface({ input: process.stdin })
const lines = terminal[Symbol.asyncIterator]()
let result: Record<string, unknown> = await graph.invoke(input, config)
while (isInterrupted(result)) {
  const answers = await answersTo(result.__interrupt__)
  result = await graph.invoke(new Command({ resume: answers }), config)
}
terminal.close()
console.log(JSON.stringify(pick(result), null, 2))

/** Prints each interrupt and reads its answer, one line of JSON. */
async function answersTo(interrupts: { id?: string; value?: unknown }[]) {
  const answers: Record<string, unknown> = {}
  for (const { id = '', value } of interrupts) {
    console.error(JSON.stringify(value, null, 2), '\\nAnswer, as JSON on one line:')
    const { value: line, done } = await lines.next()
    if (done) throw new Error('The input ended before every question had an answer')
    answers[id] = JSON.parse(line)
  }
  return answers
}

function pick(values: Record<string, unknown>) {
  return Object.fromEntries(OUTPUT.map((name) => [name, ${hasMessages ? 'shown(values[name])' : 'values[name] ?? null'}]))
}
${hasMessages ? SHOWN : ''}`
  return { path: 'run.ts', text }
}

const SHOWN = `
function shown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shown)
  return BaseMessage.isInstance(value) ? { type: value.type, text: value.text } : (value ?? null)
}
`

function exampleValue(input: readonly string[]): Json {
  return Object.fromEntries(input.map((name) => [name, '…']))
}
