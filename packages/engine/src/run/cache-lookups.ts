import type { CacheFullKey } from '@langchain/langgraph-checkpoint'
import type { CallAddress, JsonObject } from '@lathe/contract'
import { fingerprint } from '../fetch/canonical-json.ts'
import { findOnTape } from '../replay/replay.ts'
import type { TapeKey } from '../replay/tape.ts'
import type { ActiveRun } from './active-run.ts'
import { tellCachedWithin } from './cached-node.ts'
import type { Within } from './cached-node.ts'
import { recordIn } from './ports.ts'

/** A node's result as the cache keeps it, and the run that left it there. */
export type Kept = { type: string; data: Uint8Array; runId?: string }

/** Where to look: what all runs left, and what this one did. */
type Places = { shared: () => Kept | undefined; own: () => Kept | undefined }

/**
 * Each lookup is a touch of the world: what is there depends on what other runs did before. What a run itself
 * left there it makes anew when it is played again.
 */
export function lookedUp(run: ActiveRun, key: CacheFullKey, { shared, own }: Places) {
  const asked = tapeKey(run, key)
  const served = run.replay && findOnTape(run.replay, asked)
  const recorded = served && keptIn(served.touch)
  const kept = run.replay ? (recorded?.own ? own() : recorded?.kept) : shared()
  recordIn(run, run.root, {
    ...asked,
    attempt: 1,
    startedAt: run.clock.now(),
    durationMs: 0,
    error: null,
    touch: {
      type: 'call',
      request: null,
      result: kept ? told(kept, recorded?.own ?? kept.runId === run.request.runId) : null,
    },
    ...(served && { servedBy: 'tape' as const }),
  })
  return kept
}

const told = ({ type, data }: Kept, own: boolean): JsonObject => ({
  type,
  data: Buffer.from(data).toString('base64'),
  ...(own && { own }),
})

/** The same on every execution; one that paused looks again, and finds what it found. */
function tapeKey(run: ActiveRun, [namespace, key]: CacheFullKey): TapeKey {
  const name = namespace.at(-1) ?? ''
  const print = fingerprint([...namespace, key])
  const address: CallAddress = {
    path: [run.nodeIdOf(name) ?? name],
    superstep: run.lastStep + 1 - run.firstStep,
    branch: print.slice(0, 16),
    ordinal: 0,
  }
  return { kind: 'cache', name, address, fingerprint: print }
}

/** A cached node's writes, as LangGraph keeps them: for whoever tells of what came out of a cache. */
export function noteHit(
  run: ActiveRun,
  key: CacheFullKey,
  writes: readonly [string, unknown][],
  within: Within | null,
) {
  const { name, address } = tapeKey(run, key)
  if (within) {
    tellCachedWithin(run, within, { name, print: address.branch ?? '' })
    return
  }
  run.cacheHits.set(`${address.superstep} ${name}`, Object.fromEntries(writes))
}

type Touch = NonNullable<ReturnType<typeof findOnTape>>['touch']

function keptIn(touch: Touch): { kept: Kept; own: boolean } | null {
  if (touch.type !== 'call' || touch.result === null) return null
  // The cast holds: `told` made it.
  const { type, data, own = false } = touch.result as { type: string; data: string; own?: boolean }
  return { kept: { type, data: Buffer.from(data, 'base64') }, own }
}
