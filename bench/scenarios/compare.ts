import { setTimeout as wait } from 'node:timers/promises'
import { startMockProvider } from '@lathe/mock-provider'
import { type Lathe, startLathe } from '../lib/lathe.ts'
import type { Row } from '../lib/report.ts'
import { promptfoo, VERSION } from '../peers/promptfoo.ts'

const CASES = 100
const CONCURRENCY = 20
const LATENCY_MS = 200
const MODEL = 'demo-fast'
const POLL_MS = 50
/**
 * A user needs this long from choosing a provider to pressing Run, while the server loads the
 * engine.
 */
const GETS_READY_MS = 3_000

const openings = ['Say', 'Tell me', 'Echo', 'Repeat']
const prompts = openings.map((opening) => `${opening}: tides of {{question}}`)
const questions = Array.from({ length: CASES }, (_, at) => `bay ${at}`)

const IDEAL_MS = (prompts.length * CASES * LATENCY_MS) / CONCURRENCY
const AIM = 1.15

/** Runs four prompts on a hundred cases against a slow provider until every cell is evaluated. */
export async function compare({ withPeer }: { withPeer: boolean }): Promise<Row[]> {
  const provider = await startMockProvider({
    keepsRequests: false,
    settings: { latencyMs: LATENCY_MS, tokensPerSecond: 1_000_000 },
    script: [{ reply: 'The tides come and go.' }],
  })
  const lathe = await startLathe()
  try {
    await lathe.call('POST', '/connections', {
      name: 'bench',
      baseUrl: provider.url,
      key: 'a-key-for-the-provider',
      allowPrivate: true,
    })
    await wait(GETS_READY_MS)
    const first = await runComparison(lathe)
    const again = await runComparison(lathe)
    await lathe.stop()
    const peer = withPeer ? await besides(provider.url) : undefined
    return [
      {
        what: `comparing ${prompts.length} prompts on ${CASES} cases at ${LATENCY_MS} ms per call, ${CONCURRENCY} at once: first time, again`,
        lathe: `${first.toFixed(0)} ms, ${again.toFixed(0)} ms`,
        peers: [
          `the ideal: ${IDEAL_MS} ms, target: ${AIM}×`,
          ...(peer === undefined
            ? []
            : [`promptfoo ${VERSION}, its process: ${peer.toFixed(0)} ms`]),
        ],
        ratio: `${(first / IDEAL_MS).toFixed(2)}×, ${(again / IDEAL_MS).toFixed(2)}× the ideal`,
      },
    ]
  } finally {
    await lathe.stop()
    await provider.close()
  }
}

async function runComparison(lathe: Lathe): Promise<number> {
  const plan = {
    variants: prompts.map((text, at) => ({
      key: `v${at}`,
      name: openings[at],
      base: {
        type: 'prompt',
        messages: [{ role: 'user', text }],
        model: { connection: 'bench', name: MODEL },
      },
    })),
    cases: questions.map((question, at) => ({ key: `c${at}`, input: { question } })),
    evaluators: [
      { key: 'tides', name: 'Tides', evaluator: { kind: 'contains', texts: ['tides'] } },
    ],
    concurrency: CONCURRENCY,
    reuse: false,
  }
  const made = await lathe.call('POST', '/comparisons', { name: 'Bench', plan })
  const { id } = await made.json()
  const began = performance.now()
  await lathe.call('POST', `/comparisons/${id}/run`, {})
  for (;;) {
    const [newest] = (await (await lathe.call('GET', '/comparisons?limit=1')).json()).items
    if (newest.status !== 'running') {
      const passed = newest.cells.done - newest.cells.failed
      if (passed !== prompts.length * CASES) throw new Error(`only ${passed} cells ran`)
      return performance.now() - began
    }
    await wait(POLL_MS)
  }
}

async function besides(baseUrl: string): Promise<number> {
  const ran = await promptfoo({
    baseUrl,
    model: MODEL,
    prompts,
    questions,
    concurrency: CONCURRENCY,
  })
  if (ran.passed !== prompts.length * CASES) throw new Error(`promptfoo passed ${ran.passed}`)
  return ran.wallMs
}
