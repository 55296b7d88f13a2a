import { IconAlertOctagonFilled, IconCheck, IconEqualNot } from '@tabler/icons-react'
import type {
  GraphDocument,
  ReplayMode,
  ReplayReport,
  ReplayedCall,
  RunError,
} from '@lathe/contract'
import { isReusedAnswer } from '@lathe/traces'
import { plural } from '../../../lib/format/format.ts'
import { nodeTitle } from '../../../lib/format/node-title.ts'
import styles from './report.module.css'

const SHAPES = { same: IconCheck, different: IconEqualNot, error: IconAlertOctagonFilled }

export function VerdictLine({ tone, text }: { tone: Tone; text: string }) {
  const Shape = SHAPES[tone]
  return (
    <p className={styles.verdict} data-tone={tone} role="status">
      <Shape size={16} aria-hidden />
      {text}
    </p>
  )
}

type Tone = 'same' | 'different' | 'error'

/** The verdict in one sentence, with node titles if the graph is given. */
export function replayVerdict(
  report: ReplayReport,
  mode?: ReplayMode,
  graph: Pick<GraphDocument, 'nodes'> = { nodes: {} },
): { tone: Tone; text: string } {
  const nodeSuffix = (node: string | undefined) =>
    node === undefined ? '' : ` at ${nodeTitle(graph, node)}`
  const { verdict, error, steps, firstDivergence, status } = report
  if (verdict === 'identical')
    return { tone: 'same', text: sameText(report, mode, nodeSuffix(report.error?.node)) }
  if (error?.code === 'RECORDING_MISS') {
    return {
      tone: 'different',
      text: isDamaged(error)
        ? `Stopped${nodeSuffix(error.node)}: the recording is damaged`
        : `Stopped${nodeSuffix(error.node)}: the recording does not contain this request`,
    }
  }
  if (verdict === 'error' && status.replay === 'cancelled') {
    return { tone: 'error', text: 'Cancelled before it ended' }
  }
  if (verdict === 'error') {
    return {
      tone: 'error',
      text: `Failed${nodeSuffix(error?.node)}: ${error?.message ?? 'unknown error'}`,
    }
  }
  const first = firstDivergence === null ? undefined : steps[firstDivergence]
  const text = first ? divergedAt(first, graph) : describeDivergence(report)
  return { tone: 'different', text: `${text}${reusedText(report)}` }
}

/** Older stored reports lack `calls.reused`, but have the steps. */
function reusedText({ steps }: ReplayReport): string {
  const { length } = steps.filter(isReusedAnswer)
  if (length === 0) return ''
  const answers = length === 1 ? '1 recorded answer was' : `${length} recorded answers were`
  return `. ${answers} reused although the request changed`
}

const isDamaged = ({ details }: RunError): boolean =>
  typeof details === 'object' && details !== null && 'damaged' in details

const sameText = (report: ReplayReport, mode: ReplayMode | undefined, location: string): string => {
  const { states, steps, calls } = report
  const parts = [plural(steps.length, 'call'), plural(states.length, 'state')]
  const liveNote = calls.live === 0 && mode !== undefined ? ', without live calls' : ''
  return `Identical: ${describeEnd(report, location)}, ${parts.join(' and ')} unchanged${liveNote}`
}

function describeEnd({ status, error }: ReplayReport, location: string): string {
  if (status.recording === 'cancelled') return 'ends where the recorded run was cancelled'
  if (status.recording === 'timeout') return 'ends where the recorded run timed out'
  return status.replay === 'error' && error ? `the same failure${location}` : 'the same output'
}

function divergedAt(step: ReplayedCall, graph: Pick<GraphDocument, 'nodes'>): string {
  const { superstep, path } = step.address
  const location = path.length === 0 ? step.name : nodeTitle(graph, path.join('/'))
  return `Diverged at step ${superstep}, ${location}: ${describeDifference(step)}`
}

/** How a call differs from its recording. */
export function describeDifference({ request, answer, kind }: ReplayedCall): string {
  const subject = KIND_LABELS[kind]
  if (request === 'only-replay') return `${subject} was not called before`
  if (request === 'only-recording') return `${subject} is no longer called`
  if (request === 'different') return `${subject} receives a different request`
  return answer === 'different' ? `${subject} responds differently` : `${subject} is unchanged`
}

const KIND_LABELS: Record<ReplayedCall['kind'], string> = {
  model: 'the model',
  embedding: 'the embedding',
  tool: 'the tool',
  retriever: 'the search',
  http: 'the request',
  human: 'the human',
  world: 'the clock',
  cache: 'the cache',
}

function describeDivergence({ states, output, status }: ReplayReport): string {
  const state = states.find((item) => item.state !== 'same')
  if (state) {
    return `Diverged after step ${state.superstep}: all calls are the same, but ${state.channels.join(', ') || 'the state'} differs`
  }
  if (output !== 'same') return 'Diverged: all calls are the same, but the output differs'
  return `Diverged: ended as ${status.replay}, recorded as ${status.recording}`
}

export const isSameStep = ({ request, answer }: ReplayedCall): boolean =>
  request === 'same' && answer !== 'different'

/** The next differing step, wrapping around. Undefined if all are the same. */
export function nextDivergence(steps: readonly ReplayedCall[], from: number): number | undefined {
  const differingIndexes = steps.flatMap((step, index) => (isSameStep(step) ? [] : [index]))
  return differingIndexes.find((index) => index > from) ?? differingIndexes[0]
}
