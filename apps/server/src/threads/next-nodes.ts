import type { NodeNames } from '@lathe/graph/compile'

type Channels = Readonly<Record<string, unknown>>

const BRANCH = 'branch:to:'
const JOIN = 'join:'
const SENDS = '__pregel_tasks'
const INPUT = '__start__'

/**
 * Returns the nodes a checkpoint executes next, read from LangGraph's trigger channels. Uses
 * LangGraph's names if the document is missing.
 */
export function nextNodes(channels: Channels, names?: NodeNames): string[] {
  const nodes = Object.entries(channels).flatMap(([channel, value]) => {
    if (channel.startsWith(BRANCH)) return [channel.slice(BRANCH.length)]
    if (channel.startsWith(JOIN)) return joined(channel.slice(JOIN.length), value)
    return channel === SENDS ? sent(value) : []
  })
  return [...new Set(nodes.map((name) => names?.nodePath(name) ?? name))]
}

/** Whether a checkpoint has anything left to execute, including its input. */
export const hasNext = (channels: Channels): boolean =>
  INPUT in channels || nextNodes(channels).length > 0

/** `a+b:c` triggers c once a and b have arrived. */
function joined(join: string, arrived: unknown): string[] {
  const [from = '', to = ''] = join.split(':')
  const names = new Set(arrived instanceof Set || Array.isArray(arrived) ? arrived : [])
  return names.size > 0 && from.split('+').every((name) => names.has(name)) ? [to] : []
}

function sent(sends: unknown): string[] {
  if (!Array.isArray(sends)) return []
  return sends.flatMap((send: unknown) =>
    typeof send === 'object' && send !== null && 'node' in send ? String(send.node) : [],
  )
}

/** Returns the state's channels without LangGraph's internal ones. */
export const ownChannels = (channels: Channels): Channels =>
  Object.fromEntries(Object.entries(channels).filter(([name]) => /^(?!__)\w+$/.test(name)))
