import { randomUUID } from 'node:crypto'

type LangSmithRun = Record<string, unknown> & { id: string }

const BATCH = 500
/** Spans of one turn: a node, its model call, and two tool calls. */
const TURN = 4
const START = Date.UTC(2026, 0, 5)

const sentence = 'The order was shipped on Monday and is expected at the door by Thursday. '

/** One conversation of many turns as a LangGraph program sends it, about 1.5 kB per span. */
export function* longTrace(spans: number): Generator<LangSmithRun> {
  const root = randomUUID()
  const turns = Math.ceil((spans - 1) / TURN)
  const turnMs = 200
  yield run(root, root, undefined, {
    name: 'support',
    run_type: 'chain',
    extra: { metadata: { ls_integration: 'langgraph' } },
    ...times(0, turns * turnMs),
  })
  let made = 1
  for (let turn = 0; made < spans; turn++) {
    const node = turn % 2 === 0 ? 'plan' : 'act'
    const metadata = { langgraph_node: node, langgraph_step: turn + 1 }
    const parent = randomUUID()
    const from = turn * turnMs
    const children = [
      model(turn, metadata, from),
      tool('look_up_order', metadata, from + 90),
      tool(turn % 97 === 3 ? 'refund' : 'send_message', metadata, from + 120, turn % 997 === 3),
    ]
    yield run(root, parent, root, {
      name: node,
      run_type: 'chain',
      extra: { metadata },
      ...times(from, from + 190),
    })
    made += 1
    for (const child of children.slice(0, spans - made)) {
      yield run(root, randomUUID(), parent, child)
      made += 1
    }
  }
}

/** Each span is the child of the previous one. */
export function* deepTrace(depth: number): Generator<LangSmithRun> {
  const ids = Array.from({ length: depth }, () => randomUUID())
  const [root = ''] = ids
  for (const [level, id] of ids.entries())
    yield run(root, id, ids[level - 1], {
      name: `level ${level + 1}`,
      run_type: level === depth - 1 ? 'llm' : 'chain',
      ...times(level, 2 * depth - level),
    })
}

const run = (root: string, id: string, parent: string | undefined, rest: object): LangSmithRun => ({
  id,
  trace_id: root,
  ...(parent !== undefined && { parent_run_id: parent }),
  inputs: { input: sentence.repeat(4) },
  outputs: { output: sentence.repeat(4) },
  session_name: 'bench',
  ...rest,
})

const times = (from: number, to: number) => ({
  start_time: new Date(START + from).toISOString(),
  end_time: new Date(START + to).toISOString(),
})

const model = (turn: number, metadata: object, from: number) => ({
  name: 'ChatOpenAI',
  run_type: 'llm',
  extra: { metadata: { ...metadata, ls_model_name: 'gpt-5-mini', ls_provider: 'openai' } },
  outputs: {
    generations: [[{ text: `${sentence.repeat(6)}Turn ${turn}.` }]],
    llm_output: { token_usage: { prompt_tokens: 900 + turn, completion_tokens: 120 } },
  },
  ...times(from + 2, from + 85),
})

const tool = (name: string, metadata: object, from: number, fails = false) => ({
  name,
  run_type: 'tool',
  extra: { metadata },
  ...(fails && { error: 'The order was refunded before' }),
  ...times(from, from + 25),
})

/** Sends a trace through the LangSmith API. Returns its id. */
export async function sendTrace(
  { url, token }: { url: string; token: string },
  runs: Iterable<LangSmithRun>,
): Promise<string> {
  let batch: LangSmithRun[] = []
  let root: string | undefined
  const send = async () => {
    const response = await fetch(`${url}/api/v1/runs/batch`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': token },
      body: JSON.stringify({ post: batch }),
    })
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
    batch = []
  }
  for (const each of runs) {
    root ??= each.id
    batch.push(each)
    if (batch.length === BATCH) await send()
  }
  if (batch.length > 0) await send()
  if (root === undefined) throw new Error('The trace has no spans')
  return root
}
