import type { GraphDocument, JsonSchema, RunOptions, StartRun } from '@lathe/contract'
import { nodePorts } from '@lathe/nodes'
import { inputSchema, validateJson } from '@lathe/graph'
import { invalidInputs } from '../../platform/http/errors.ts'
import type { InputIssue } from '../../platform/http/issues.ts'

type OptionsInput = RunOptions & Partial<Pick<StartRun, 'source' | 'threadId' | 'input'>>

/** Picks the run options of a request, without absent fields. */
export function pickRunOptions({
  interruptBefore,
  interruptAfter,
  checkpoint,
  command,
  pinned,
  only,
  recording,
}: RunOptions): RunOptions {
  return {
    ...(interruptBefore?.length && { interruptBefore }),
    ...(interruptAfter?.length && { interruptAfter }),
    ...(checkpoint && { checkpoint }),
    ...(command && { command }),
    ...(pinned && Object.keys(pinned).length > 0 && { pinned }),
    ...(only !== undefined && { only }),
    ...(recording && { recording: recording }),
  }
}

/** Throws if the options do not fit the graph. */
export function rejectInvalidOptions(document: GraphDocument, options: OptionsInput): void {
  const issues = [
    ...togetherIssues(options),
    ...nodeIssues(document, options),
    ...forkIssues(document, options),
    ...commandIssues(document, options),
    ...pinIssues(document, options),
  ]
  if (issues.length > 0) throw invalidInputs(issues)
}

function togetherIssues(options: OptionsInput) {
  const { only, threadId, checkpoint, source, pinned, recording } = options
  const issues: InputIssue[] = []
  const refuse = (path: string, message: string) => issues.push({ path, message })
  if (only !== undefined) {
    if (threadId !== undefined) refuse('threadId', 'a single-node run always has its own thread')
    for (const field of ['interruptBefore', 'interruptAfter'] as const) {
      if (options[field]?.length) refuse(field, 'a single-node run has no other nodes to stop at')
    }
  }
  if (recording && only === undefined) refuse('recording', 'replays one node: name it in `only`')
  if (checkpoint && threadId === undefined)
    refuse('threadId', 'is required: a fork starts from a checkpoint')
  if (pinned && Object.keys(pinned).length > 0 && source !== 'user') {
    refuse('pinned', 'only the workbench may pin outputs (`source` must be `user`)')
  }
  return issues
}

function nodeIssues(document: GraphDocument, options: OptionsInput): InputIssue[] {
  const { interruptBefore = [], interruptAfter = [], pinned = {} } = options
  const { only, checkpoint, command } = options
  const nodeIds = [
    ...interruptBefore.map((id, index) => [`interruptBefore.${index}`, id] as const),
    ...interruptAfter.map((id, index) => [`interruptAfter.${index}`, id] as const),
    ...(command?.goto ?? []).map((id, index) => [`command.goto.${index}`, id] as const),
    ...Object.keys(pinned).map((id) => [`pinned.${id}`, id] as const),
    ...(only === undefined ? [] : [['only', only] as const]),
    ...(checkpoint?.asNode === undefined
      ? []
      : [['checkpoint.asNode', checkpoint.asNode] as const]),
  ]
  return nodeIds
    .filter(([, id]) => !Object.hasOwn(document.nodes, id))
    .map(([path, id]) => ({ path, message: `no node \`${id}\` in this graph` }))
}

function forkIssues(document: GraphDocument, { checkpoint, input }: OptionsInput): InputIssue[] {
  if (checkpoint?.id === null && (checkpoint.values ?? checkpoint.asNode) !== undefined) {
    return [{ path: 'checkpoint.id', message: 'a thread has no state before its first step' }]
  }
  if (!checkpoint?.values) {
    return checkpoint?.asNode === undefined
      ? []
      : [{ path: 'checkpoint.values', message: 'is required: name the node that wrote the state' }]
  }
  const { values, asNode } = checkpoint
  const path = 'checkpoint.values'
  if (input !== undefined) return [{ path, message: 'cannot be combined with `input`' }]
  const node = asNode === undefined ? undefined : document.nodes[asNode]
  if (node && nodePorts(node).some(({ role }) => role === 'choice' || role === 'else')) {
    const message = `\`${asNode}\` chooses its next node at run time. Name a node with a fixed next node`
    return [{ path: 'checkpoint.asNode', message }]
  }
  return node ? unknownChannels(document, values, path) : heldIssues(document, values, path)
}

function commandIssues(
  document: GraphDocument,
  { command, input, threadId, checkpoint }: OptionsInput,
) {
  if (!command) return []
  const { update = {}, goto = [] } = command
  const issues = unknownChannels(document, update, 'command.update')
  const refuse = (path: string, message: string) => issues.push({ path, message })
  if (Object.keys(update).length + goto.length === 0) refuse('command', 'says nothing')
  if (input !== undefined) refuse('command', 'cannot be combined with `input`')
  if (threadId === undefined)
    refuse('threadId', 'is required: a command applies to an existing thread')
  if ((checkpoint?.values ?? checkpoint?.asNode) !== undefined) {
    refuse('checkpoint', 'cannot be combined with a command that updates the state')
  }
  return issues
}

function pinIssues(document: GraphDocument, { pinned = {} }: OptionsInput): InputIssue[] {
  return Object.entries(pinned).flatMap(([id, { writes, port }]) => {
    const node = Object.hasOwn(document.nodes, id) ? document.nodes[id] : undefined
    if (!node) return []
    const ports = nodePorts(node).filter(({ role }) => role !== 'error')
    const names = ports.flatMap(({ name }) => name ?? [])
    const issues = unknownChannels(document, writes, `pinned.${id}.writes`)
    if (names.length === 0 ? port === undefined : names.includes(port ?? '')) return issues
    const message =
      names.length === 0
        ? 'this node has only one outgoing edge'
        : `must be one of ${names.join(', ')}`
    return [...issues, { path: `pinned.${id}.port`, message }]
  })
}

const unknownChannels = (document: GraphDocument, writes: object, path: string): InputIssue[] =>
  Object.keys(writes)
    .filter((name) => !Object.hasOwn(document.state, name))
    .map((name) => ({ path: `${path}.${name}`, message: 'no such channel' }))

/** Problems of values to write to channels. */
function heldIssues(document: GraphDocument, values: object, path: string): InputIssue[] {
  const unknownPorts = Object.keys(values).filter((name) => document.state[name]?.untracked)
  const schema = stateSchema(document, Object.keys(values))
  return [
    ...unknownPorts.map((name) => ({
      path: `${path}.${name}`,
      message: 'checkpoints do not store this channel',
    })),
    ...validateJson(schema, values as Parameters<typeof validateJson>[1]).map((issue) => ({
      path: `${path}.${issue.path}`,
      message: issue.message,
    })),
  ]
}

export const stateSchema = (document: GraphDocument, names: readonly string[]): JsonSchema =>
  inputSchema({ ...document, input: [...names] })
