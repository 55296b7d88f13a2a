import type { GraphDocument, Problem } from '@lathe/contract'
import { END, START } from '@lathe/contract'

/**
 * Formats the location of a problem as the title of the node or edge, followed by the field label.
 */
export function describePlace(document: GraphDocument, place: Problem['location']): string[] {
  const { node, edge: index, channel, field } = place
  const edge = index === undefined ? undefined : document.edges[index]
  const parts = [
    node === undefined ? undefined : titleAt(document, node),
    edge && `${titleAt(document, edge.from)} → ${titleAt(document, edge.to)}`,
    channel === undefined ? undefined : `channel ${channel}`,
    field === undefined ? undefined : fieldWords(field),
  ]
  return parts.flatMap((part) => part || [])
}

function titleAt({ nodes }: GraphDocument, id: string): string {
  if (id === START || id === END) return id
  return (Object.hasOwn(nodes, id) && nodes[id]?.title) || id
}

type Rule = [pattern: RegExp, words: string | ((match: string[]) => string)]

const ordinal = (index: string | undefined) => String(Number(index) + 1)

/** More specific rules come first. */
const RULES: readonly Rule[] = [
  [/^(?:decide\.)?prompt\.messages\.(\d+)/, ([, index]) => `prompt, message ${ordinal(index)}`],
  [/^(?:decide\.)?prompt/, 'prompt'],
  [/^decide\.rules\.(\d+)/, ([, index]) => `rule ${ordinal(index)}`],
  [/^decide\.choices\.(\d+)/, ([, index]) => `choice ${ordinal(index)}`],
  [/^decisions\.(\d+)/, ([, index]) => `decision ${ordinal(index)}`],
  [/^(?:decide\.)?model\.name/, 'model'],
  [/^(?:decide\.)?model\.connection/, 'connection'],
  [/^(?:decide\.)?model/, 'model'],
  [/^answer\.writes\.(\w+)/, ([, name]) => `answer to ${name}`],
  [/^answer/, 'structured output'],
  [/^writes\.(\D\w*)/, ([, name]) => `answer to ${name}`],
  [/^writes/, 'channels it writes'],
  [/^values\.(\w+)/, ([, name]) => `value of ${name}`],
  [/^args\.([^.]+)/, ([, name]) => `argument ${name}`],
  [/^input\.\d+$/, 'inputs'],
  [/^output\.\d+$/, 'outputs'],
  [/^input\.(\w+)/, ([, name]) => `input ${name}`],
  [/^output\.(?:text|message)$/, 'target of the answer'],
  [/^output\.(\w+)/, ([, name]) => `output to ${name}`],
  [/^output/, 'target of the result'],
  [/^each\.of/, 'list of the fan-out'],
  [/^each\.as/, 'name of an element'],
  [/^each\.max/, 'most copies'],
  [/^each/, 'fan-out'],
  [/^cache/, 'remembered results'],
  [/^retry/, 'tries'],
  [/^properties\.([^.]+)/, ([, name]) => `field ${name}`],
  [/^items/, 'elements of the list'],
  [/^reducer/, 'reducer'],
]

const LABELS: Readonly<Record<string, string>> = {
  approvals: 'approval',
  code: 'function body',
  else: 'default branch',
  from: 'source',
  max: 'loop limit',
  timeoutMs: 'time limit',
  to: 'target',
  toolChoice: 'tool choice',
  untracked: 'checkpointing',
  when: 'source port',
}

/** `prompt.messages.0.text` → `prompt, message 1`. */
function fieldWords(field: string): string {
  for (const [pattern, parts] of RULES) {
    const match = pattern.exec(field)
    if (match) return typeof parts === 'string' ? parts : parts(match)
  }
  const [head = field] = field.split('.')
  return LABELS[head] ?? head
}
