import type { CallAddress, ReplaySettings, StandIn } from '@lathe/contract'
import {
  createRecording,
  type Recording,
  type RecordingKey,
  recordingMiss,
  type NewExchange,
} from './recording.ts'

/** A run's world is the tape, but for what is said here to go live. */
export type Replay = {
  recording: Recording
  /** `fail` never reaches the network; `live` does for what the tape does not have. */
  onMiss: 'fail' | 'live'
  /** Places that go live although the tape may have them; even there nothing is written unasked. */
  isLive?(address: CallAddress): boolean
  /** Tools that may write after all. */
  writes?: ReadonlySet<string>
  /** For writes with arguments the tape does not have; without one they fail as any miss. */
  standIn?: StandIn
  /** A provider's batch brought the answers: they were paid for at its rate. */
  isBatch?: boolean
  /** Recorded waits are divided by it; 0 gives every chunk at once. */
  speed?: number
}

/** What the tape has for a call outside the live places. */
export function findRecorded(replay: Replay | null, key: RecordingKey): NewExchange | null {
  if (!replay || replay.isLive?.(key.address)) return null
  if (replay.recording.isDamaged(key) && replay.onMiss === 'fail')
    throw recordingMiss(replay.recording, key, null)
  return replay.recording.find(key)?.exchange ?? null
}

/** A recording and how it is to be played. */
export type ReplayPlan = {
  exchanges: readonly NewExchange[]
  /** Places of calls whose recordings cannot be read any more. */
  damaged?: readonly RecordingKey[] | undefined
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
  const isLive = liveAddresses(settings)
  return {
    recording: createRecording(exchanges, { damaged, isStrict }),
    onMiss,
    ...(isLive && { isLive }),
    writes: new Set(writes),
    standIn,
    isBatch,
    speed,
  }
}

/** Nothing it does can take the time of a live call. */
export const isFullyRecorded = ({ settings }: ReplayPlan): boolean =>
  settings.onMiss === 'fail' && settings.writes.length === 0 && liveAddresses(settings) === null

/** Only what the settings name: in the other modes everything comes from the tape. */
function liveAddresses({
  mode,
  nodes = [],
  superstep = Number.POSITIVE_INFINITY,
}: ReplayPlan['settings']): ((address: CallAddress) => boolean) | null {
  if (mode === 'only-live') return ({ path }) => nodes.includes(path[0] ?? '')
  if (mode === 'until') return (address) => address.superstep > superstep
  return null
}
