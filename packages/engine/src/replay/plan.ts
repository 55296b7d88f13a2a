import type { CallAddress, ReplaySettings } from '@lathe/contract'
import type { NewExchange } from '../fetch/request.ts'
import type { Replay } from './replay.ts'
import { createTape } from './tape.ts'
import type { TapeKey } from './tape.ts'

/** A recording and how it is to be played. */
export type ReplayPlan = {
  exchanges: readonly NewExchange[]
  /** Places of calls whose recordings cannot be read any more. */
  damaged?: readonly TapeKey[] | undefined
  /** Answers only what is asked word for word: what a change touches goes by `onMiss`. */
  isStrict?: boolean
  /** Not recorded before, but brought by a provider's batch. */
  isBatch?: boolean
  settings: Pick<
    ReplaySettings,
    'mode' | 'nodes' | 'superstep' | 'onMiss' | 'writes' | 'standIn' | 'speed'
  >
}

export function toReplay(plan: ReplayPlan): Replay {
  const { exchanges, damaged, settings, isStrict = false, isBatch = false } = plan
  const { onMiss, writes, standIn, speed } = settings
  const isLive = livePlaces(settings)
  return {
    tape: createTape(exchanges, { damaged, isStrict }),
    onMiss,
    ...(isLive && { isLive }),
    writes: new Set(writes),
    standIn,
    isBatch,
    speed,
  }
}

/** Nothing it does can take the time of a live call. */
export const isAllTape = ({ settings }: ReplayPlan): boolean =>
  settings.onMiss === 'fail' && settings.writes.length === 0 && livePlaces(settings) === null

/** Only what the settings name: in the other modes everything comes from the tape. */
function livePlaces({
  mode,
  nodes = [],
  superstep = Number.POSITIVE_INFINITY,
}: ReplayPlan['settings']): ((address: CallAddress) => boolean) | null {
  if (mode === 'only-live') return ({ path }) => nodes.includes(path[0] ?? '')
  if (mode === 'until') return (address) => address.superstep > superstep
  return null
}
