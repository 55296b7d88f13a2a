import type { RunEvent } from '@lathe/contract'
import { reduceRun } from '../../../lib/run-view/reduce-run.ts'
import { emptyRunView, type RunView } from '../../../lib/run-view/run-view.ts'
import type { ForkRun } from '../branches/branches.ts'

/** A seek position, in milliseconds of playback. */
type SuperstepMark = { position: number; superstep: number }

export type Player = {
  /** Milliseconds. */
  length: number
  marks: readonly SuperstepMark[]
  /** The view at a position. */
  viewAt: (position: number) => RunView
}

/** Waits for input are shortened to this. */
const MAX_GAP_MS = 1_000
/** A snapshot is kept per this many events so that seeking back is fast. */
const SNAPSHOT_INTERVAL = 400

export function createPlayer(events: readonly RunEvent[]): Player {
  const times = playbackTimes(events)
  const snapshots: RunView[] = []
  let view = emptyRunView
  events.forEach((event, index) => {
    if (index % SNAPSHOT_INTERVAL === 0) snapshots.push(view)
    view = reduceRun(view, [event])
  })
  return {
    length: times.at(-1) ?? 0,
    marks: superstepMarks(events, times),
    viewAt: (position) => {
      const count = countUntil(times, position)
      const from = Math.floor(count / SNAPSHOT_INTERVAL)
      return reduceRun(
        snapshots[from] ?? view,
        snapshots[from] ? events.slice(from * SNAPSHOT_INTERVAL, count) : [],
      )
    },
  }
}

function playbackTimes(events: readonly RunEvent[]): number[] {
  let elapsed = 0
  return events.map(({ at: timestamp }, index) => {
    const before = events[index - 1]
    if (!before) return 0
    const gap = Math.max(0, timestamp - before.at) / 1_000
    const { body } = before
    const isIdle = body.type === 'status' && ['pending', 'interrupted'].includes(body.status)
    elapsed += isIdle ? Math.min(gap, MAX_GAP_MS) : gap
    return elapsed
  })
}

/** The start of each superstep. */
function superstepMarks(events: readonly RunEvent[], times: readonly number[]): SuperstepMark[] {
  const marks: SuperstepMark[] = []
  events.forEach(({ body }, index) => {
    const position = times[index] ?? 0
    if (body.type === 'node-start' && !body.node.includes('/')) {
      const isNew = marks.at(-1)?.superstep !== body.superstep
      if (isNew) marks.push({ position, superstep: body.superstep })
    }
  })
  return marks
}

/** Forks of this run, placed at the end of the step they started from. */
export const forkMarks = (
  { marks, length }: Player,
  runId: string,
  forks: readonly ForkRun[],
): { position: number; id: string; title: string }[] =>
  forks.flatMap(({ run: { id, title }, from, superstep }) => {
    if (from !== runId || superstep === null) return []
    const next = marks.find((mark) => mark.superstep > superstep)
    return [{ position: next?.position ?? length, id, title: title || 'Untitled' }]
  })

/** The number of sorted times up to `position`. */
function countUntil(times: readonly number[], position: number): number {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] ?? 0) <= position) low = middle + 1
    else high = middle
  }
  return low
}

/** The next or previous seek position, or an end of the recording. */
export function stepFrom({ marks, length }: Player, position: number, direction: 1 | -1): number {
  const stops = [0, ...marks.map((mark) => mark.position), length]
  return direction > 0
    ? (stops.find((stop) => stop > position) ?? length)
    : (stops.findLast((stop) => stop < position) ?? 0)
}
