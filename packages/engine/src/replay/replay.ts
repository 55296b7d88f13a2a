import type { CallAddress, ReplaySettings, StandIn } from '@lathe/contract'
import {
  createRecording,
  type Recording,
  type RecordingKey,
  recordingMiss,
  type NewExchange,
} from './recording.ts'

/** Settings of a replay, which answers calls from a recording with exceptions. */
export type Replay = {
  recording: Recording
  /** For calls without a recording: `fail` never reaches the network, `live` makes the call. */
  onMiss: 'fail' | 'live'
  /** Addresses that go live even if recorded. Writes still need permission. */
  isLive?(address: CallAddress): boolean
  /** Tools that may write. */
  writes?: ReadonlySet<string>
  /** Answers writes with unrecorded arguments. Without it they fail like any miss. */
  substitute?: StandIn
  /** The answers come from a provider's batch and cost its rate. */
  isBatch?: boolean
  /** Divides recorded delays. 0 serves every chunk at once. */
  speed?: number
}

/** Returns the recorded answer of a call that does not go live. */
export function findRecorded(replay: Replay | null, key: RecordingKey): NewExchange | null {
  if (!replay || replay.isLive?.(key.address)) return null
  if (replay.recording.isDamaged(key) && replay.onMiss === 'fail')
    throw recordingMiss(replay.recording, key, null)
  return replay.recording.find(key)?.exchange ?? null
}

/** Recorded calls and how to replay them. */
export type ReplayPlan = {
  exchanges: readonly NewExchange[]
  /** Addresses whose recordings are unreadable. */
  damaged?: readonly RecordingKey[] | undefined
  /** Serves identical requests only. Changed ones are handled by `onMiss`. */
  isStrict?: boolean
  /** The answers come from a provider's batch, not from an earlier run. */
  isBatch?: boolean
  settings: Pick<
    ReplaySettings,
    'mode' | 'nodes' | 'superstep' | 'onMiss' | 'writes' | 'standIn' | 'speed'
  >
}

/** Creates the replay of a run from its plan. */
export function toReplay(plan: ReplayPlan): Replay {
  const { exchanges, damaged, settings, isStrict = false, isBatch = false } = plan
  const { onMiss, writes, standIn: substitute, speed } = settings
  const isLive = liveAddresses(settings)
  return {
    recording: createRecording(exchanges, { damaged, isStrict }),
    onMiss,
    ...(isLive && { isLive }),
    writes: new Set(writes),
    substitute,
    isBatch,
    speed,
  }
}

/** Whether no call can go live. */
export const isFullyRecorded = ({ settings }: ReplayPlan): boolean =>
  settings.onMiss === 'fail' && settings.writes.length === 0 && liveAddresses(settings) === null

/** Only these modes have live addresses. Otherwise every call is served from the recording. */
function liveAddresses({
  mode,
  nodes = [],
  superstep = Number.POSITIVE_INFINITY,
}: ReplayPlan['settings']): ((address: CallAddress) => boolean) | null {
  if (mode === 'only-live') return ({ path }) => nodes.includes(path[0] ?? '')
  if (mode === 'until') return (address) => address.superstep > superstep
  return null
}
