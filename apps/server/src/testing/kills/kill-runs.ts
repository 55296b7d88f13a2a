import { setTimeout as wait } from 'node:timers/promises'
import { isEnded, type Run } from '@lathe/contract'
import { type ServerProcess, startServer } from '../server-process.ts'
import { answerInterrupts } from './answer-interrupts.ts'
import { startCounter } from './counter.ts'
import { pay, prepare, STEPS } from './charging-agent.ts'

export type KillPlan = {
  /** Environment of each server. All servers share one database. */
  servers: readonly Record<string, string>[]
  runs: number
  kills: number
}

export type KillReport = {
  /** Runs by final status. */
  ended: Record<string, number>
  /** Keys charged more than once. */
  repeatedKeys: string[]
  /** Number of charges that only the run or only the counter recorded. */
  missing: number
  kills: number
  /** Calls with an unknown outcome that a human had to confirm. */
  confirmedCalls: number
}

const FIRST_MS = 50
const LATEST_MS = 700
const DEADLINE_MS = 600_000

/**
 * Kills servers at random moments of runs with writes and starts more runs after each kill, until
 * all have ended.
 */
export async function killRuns({ servers: envs, runs, kills }: KillPlan): Promise<KillReport> {
  const counter = await startCounter()
  const alive: ServerProcess[] = []
  const [first, ...others] = envs
  if (!first) throw new Error('There is no server to kill')
  try {
    let server = await startServer(first)
    alive.push(server)
    for (const env of others) alive.push(await startServer(env))
    await prepare(server, counter.url)
    let [started, killed, confirmedCalls] = [0, 0, 0]
    const deadline = Date.now() + DEADLINE_MS
    let listed: Run[] = []
    do {
      if (Date.now() > deadline) throw new Error(`Not all ended: ${JSON.stringify(tally(listed))}`)
      const target = Math.min(runs, started + Math.ceil(runs / Math.max(1, kills)))
      await pay(server, started, target)
      started = target
      await wait(FIRST_MS + Math.random() * (LATEST_MS - FIRST_MS))
      if (killed < kills) {
        const index = Math.floor(Math.random() * alive.length)
        await alive[index]?.stop('SIGKILL')
        killed += 1
        server = await startServer(envs[index] ?? first)
        alive[index] = server
      }
      confirmedCalls += await answerInterrupts(server, counter)
      listed = await listRuns(server)
    } while (started < runs || killed < kills || !listed.every(({ status }) => isEnded(status)))
    return { ...settle(listed, await counter.counts()), kills: killed, confirmedCalls }
  } finally {
    await Promise.all(alive.map((each) => each.stop('SIGKILL').catch(() => null)))
    counter.stop()
  }
}

async function listRuns(server: ServerProcess): Promise<Run[]> {
  const response = await server.call('GET', '/api/runs?limit=200')
  const { items }: { items: Run[] } = await response.json()
  return items
}

function tally(runs: readonly Run[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status } of runs) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

function settle(runs: readonly Run[], counts: Record<string, number>) {
  const repeatedKeys = Object.keys(counts).filter((key) => (counts[key] ?? 0) > 1)
  const succeeded = runs.filter(({ status }) => status === 'success')
  const expected = succeeded.flatMap(({ title }) => STEPS.map((step) => `${title}:${step}`))
  const missing = expected.filter((key) => counts[key] === undefined).length
  return { ended: tally(runs), repeatedKeys, missing }
}
