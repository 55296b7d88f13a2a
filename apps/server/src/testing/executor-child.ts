import { flushCompileCache } from 'node:module'
import { Limits, type RunEvent } from '@lathe/contract'
import type { WriteLog } from '@lathe/engine'
import { type DatabaseConfig, openDatabase } from '../platform/db/open.ts'
import { DEFAULT_WORKSPACE } from '../platform/db/schema.ts'
import { createExecutor } from '../runs/executor/executor.ts'
import type { NewRun } from '../runs/start/start-run.store.ts'
import { createLog } from '../platform/log.ts'
import { createWriteJournal } from '../runs/executor/write-journal.store.ts'
import { countingTool } from './counting-tool.ts'
import { createTestEngine } from './executor-harness.ts'

export type ChildOptions = {
  config: DatabaseConfig
  mockProviderUrl: string
  limits: Partial<Limits>
  /** Adds a tool that counts its calls in a file. */
  counting?: { file: string; slowMs: number }
  /** Exits after recording a write call, before the graph receives its result. */
  diesAfterWrite?: boolean
  /** A run to start first. */
  launch?: NewRun
  /** Id of the run whose events are printed to stdout as JSON lines. */
  follow: string
}

/** Runs an executor in a process that tests can kill. */
async function main(): Promise<void> {
  // A killed process would not save its compile cache for the next one.
  flushCompileCache()
  const options: ChildOptions = JSON.parse(process.argv[2] ?? '')
  const limits = Limits.parse(options.limits)
  const db = await openDatabase(options.config)
  const { counting, diesAfterWrite = false } = options
  const tools = counting ? [countingTool(counting.file, counting.slowMs)] : []
  const writes = (workspaceId: string): WriteLog => {
    const journal = createWriteJournal(db, workspaceId)
    const end: WriteLog['end'] = async (...ending) => {
      await journal.end(...ending)
      if (diesAfterWrite) process.kill(process.pid, 'SIGKILL')
    }
    return { ...journal, end }
  }
  const { engine } = createTestEngine(db, options.mockProviderUrl, limits, { tools, writes })
  const log = createLog('info', { write: (line) => process.stderr.write(line) })
  const executor = createExecutor({ db, loadEngine: async () => engine, limits, log })
  await executor.start()
  const { launch } = options
  if (launch) await executor.launch({ workspaceId: DEFAULT_WORKSPACE, run: launch })
  for await (const event of executor.events(options.follow, { after: 0, until: 'ended' })) {
    tell(event)
  }
}

const tell = (event: RunEvent) => process.stdout.write(`${JSON.stringify(event)}\n`)

await main()
process.exit(0)
