import { randomUUID } from 'node:crypto'
import { supportCases } from './support-cases.ts'

const DAY_MS = 86_400_000
const ERRORS = [
  'RateLimitError: 429 Rate limit reached for gpt-4.1-mini',
  'TimeoutError: The order service did not respond within 10 s',
]
const CUSTOMERS = ['acme', 'umbrella', 'globex', 'initech', 'hooli']

type Run = Record<string, unknown>

/** A number in [0, 1) that depends only on its arguments, so that pictures change only with the product. */
function noise(seed: number, salt: number): number {
  const mixed = Math.sin(seed * 12.9898 + salt * 78.233) * 43_758.5453
  return mixed - Math.floor(mixed)
}

/** Moves times of a day towards its middle. */
const busyAtNoon = (days: number) => days + 0.08 * Math.sin(2 * Math.PI * days)

/** LangSmith runs of a support agent over the last week, as its SDK sends them to `POST /runs/batch`. */
export function supportTraces(count: number, now: number): Run[] {
  return Array.from({ length: count }, (_, at) => {
    const days = ((at + noise(at, 1)) / count) * 7
    return supportTrace(at, Math.floor(now - (7 - busyAtNoon(days)) * DAY_MS))
  }).flat()
}

function supportTrace(at: number, start: number): Run[] {
  const { question, right } = supportCases[at % supportCases.length] ?? supportCases[0] ?? never()
  const id = randomUUID()
  const order = (ms: number, span: string) => `${stamp(start + ms)}${span}`
  const [classify, lookup, answer] = [randomUUID(), randomUUID(), randomUUID()]
  const lengths = [
    180 + noise(at, 2) * 240,
    60 + noise(at, 3) * 500,
    700 + noise(at, 4) ** 3 * 3_200,
  ].map(Math.round)
  const [first = 0, second = 0, third = 0] = lengths
  const total = first + second + third + 12
  const error = noise(at, 5) < 0.05 ? ERRORS[at % ERRORS.length] : undefined
  const shared = {
    trace_id: id,
    session_name: 'support-desk',
    extra: {
      metadata: {
        customer: CUSTOMERS[Math.floor(noise(at, 6) * CUSTOMERS.length)],
        release: at % 3 === 0 ? '2.4.0' : '2.3.1',
        thread_id: `chat-${1_000 + Math.floor(at / 2)}`,
      },
    },
    tags: at % 9 === 0 ? ['vip'] : [],
  }
  const child = (span: string, from: number, to: number, fields: Run): Run => ({
    ...shared,
    id: span,
    parent_run_id: id,
    dotted_order: `${order(0, id)}.${order(from, span)}`,
    start_time: start + from,
    end_time: start + to,
    ...fields,
  })
  return [
    {
      ...shared,
      id,
      name: 'support-agent',
      run_type: 'chain',
      dotted_order: order(0, id),
      start_time: start,
      end_time: start + total,
      inputs: { messages: [{ role: 'user', content: question }] },
      ...(error ? { error } : { outputs: { messages: [{ role: 'assistant', content: right }] } }),
    },
    child(
      classify,
      2,
      first,
      model('classify', 'gpt-4.1-mini', [240 + (at % 60), 8], question, 'returns'),
    ),
    child(lookup, first + 4, first + second, {
      name: 'search_policies',
      run_type: 'tool',
      inputs: { query: question },
      ...(error ? { error } : { outputs: { documents: [right] } }),
    }),
    ...(error
      ? []
      : [
          child(answer, first + second + 8, total, {
            ...model(
              'answer',
              'gpt-4.1',
              [900 + Math.round(noise(at, 7) * 900), 60 + (at % 80)],
              question,
              right,
            ),
            events: [
              {
                name: 'new_token',
                time: new Date(start + first + second + 220 + noise(at, 8) * 380).toISOString(),
              },
            ],
          }),
        ]),
  ]
}

function model(
  name: string,
  modelName: string,
  tokens: [number, number],
  asked: string,
  said: string,
): Run {
  const [input, output] = tokens
  const usage = { input_tokens: input, output_tokens: output, total_tokens: input + output }
  return {
    name,
    run_type: 'llm',
    inputs: { messages: [{ role: 'user', content: asked }] },
    outputs: { messages: [{ role: 'assistant', content: said }], usage_metadata: usage },
    extra: { metadata: { ls_provider: 'openai', ls_model_name: modelName, ls_model_type: 'chat' } },
  }
}

/** The time part of LangSmith's `dotted_order`: `20261124T120000123000Z`. */
const stamp = (ms: number) => `${new Date(ms).toISOString().replaceAll(/[-:.Z]/g, '')}000Z`

function never(): never {
  throw new Error('There are no support cases')
}
