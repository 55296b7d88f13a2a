// pnpm bench [scenario…] [--no-peer] [--write]: figures beside named peers, measured in one run.
import { record } from './lib/record.ts'
import { table, type Row } from './lib/report.ts'
import { agentIngest } from './scenarios/agent-ingest.ts'
import { canvas } from './scenarios/canvas.ts'
import { compare } from './scenarios/compare.ts'
import { compareGrid } from './scenarios/compare-grid.ts'
import { cpuPerToken } from './scenarios/cpu-per-token.ts'
import { documents } from './scenarios/documents.ts'
import { firstToken } from './scenarios/first-token.ts'
import { idle } from './scenarios/idle.ts'
import { ingest } from './scenarios/ingest.ts'
import { largeStateRuns } from './scenarios/large-state.ts'
import { manyRuns } from './scenarios/many-runs.ts'
import { queue } from './scenarios/queue.ts'
import { replay } from './scenarios/replay.ts'
import { replayRandom } from './scenarios/replay-random.ts'
import { runs } from './scenarios/runs.ts'
import { sdk } from './scenarios/sdk.ts'
import { statistics } from './scenarios/statistics.ts'
import { growth } from './scenarios/store/growth.ts'
import { store } from './scenarios/store/store.ts'
import { streams } from './scenarios/streams.ts'
import { tracePage } from './scenarios/trace-page.ts'
import { typingPrompts } from './scenarios/typing.ts'

const flags = new Set(process.argv.slice(2).filter((argument) => argument.startsWith('--')))
const chosen = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))

const scenarios: Record<string, () => Promise<Row[]>> = {
  runs: () => runs({ withPeer: !flags.has('--no-peer') }),
  sdk: () => sdk({ withPeer: !flags.has('--no-peer') }),
  'first-token': firstToken,
  'cpu-per-token': cpuPerToken,
  streams,
  queue,
  'many-runs': manyRuns,
  'large-state': largeStateRuns,
  idle,
  ingest,
  'agent-ingest': agentIngest,
  store,
  growth,
  documents,
  compare: () => compare({ withPeer: !flags.has('--no-peer') }),
  'compare-grid': compareGrid,
  statistics,
  replay,
  'replay-random': replayRandom,
  canvas,
  'trace-page': tracePage,
  typing: typingPrompts,
}

/** Takes over half an hour: run only by name. */
const LONG = new Set(['replay-random', 'growth'])

const measured = new Map<string, Row[]>()
for (const [name, scenario] of Object.entries(scenarios)) {
  const isWanted = chosen.length > 0 ? chosen.includes(name) : !LONG.has(name)
  if (!isWanted) continue
  console.log(`… ${name}`)
  const rows = await scenario()
  console.log(table(rows))
  measured.set(name, rows)
}

if (flags.has('--write')) record(measured, Object.keys(scenarios))
