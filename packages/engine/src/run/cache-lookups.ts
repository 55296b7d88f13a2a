import type { CacheFullKey } from '@langchain/langgraph-checkpoint'
import type { CallAddress } from '@lathe/contract'
import { fingerprint } from '../fetch/canonical-json.ts'
import { findOnTape } from '../replay/replay.ts'
import type { TapeKey } from '../replay/tape.ts'
import type { ActiveRun } from './active-run.ts'
import { recordIn } from './ports.ts'

/** A node's result as the cache keeps it. */
export type Kept = { type: string; data: Uint8Array }

/** Each lookup is a touch of the world: what is there depends on what other runs did before. */
export function lookedUp(run: ActiveRun, key: CacheFullKey, find: () => Kept | undefined) {
  const asked = tapeKey(run, key)
  const served = run.replay && findOnTape(run.replay, asked)
  const kept = run.replay ? served && keptIn(served.touch) : find()
  if (kept) run.cacheHits.add(`${asked.address.superstep} ${asked.name}`)
  recordIn(run, run.root, {
    ...asked,
    attempt: 1,
    startedAt: run.clock.now(),
    durationMs: 0,
    error: null,
    touch: {
      type: 'call',
      request: null,
      result: kept ? { type: kept.type, data: Buffer.from(kept.data).toString('base64') } : null,
    },
    ...(served && { servedBy: 'tape' as const }),
  })
  return kept ?? undefined
}

/** The same on every execution; one that paused looks again, and finds what it found. */
function tapeKey(run: ActiveRun, [namespace, key]: CacheFullKey): TapeKey {
  const name = namespace.at(-1) ?? ''
  const print = fingerprint([...namespace, key])
  const address: CallAddress = {
    path: [name],
    superstep: run.lastStep + 1 - run.firstStep,
    branch: print.slice(0, 16),
    ordinal: 0,
  }
  return { kind: 'cache', name, address, fingerprint: print }
}

type Touch = NonNullable<ReturnType<typeof findOnTape>>['touch']

function keptIn(touch: Touch): Kept | null {
  if (touch.type !== 'call' || touch.result === null) return null
  // The cast holds: `lookedUp` recorded it.
  const { type, data } = touch.result as { type: string; data: string }
  return { type, data: Buffer.from(data, 'base64') }
}
